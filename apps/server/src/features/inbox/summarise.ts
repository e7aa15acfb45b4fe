import { simpleParser } from "mailparser";
import { findCode } from "./codes.ts";
import { textOf } from "./html_text.ts";
import { type Beginning, readOrdinary } from "./ordinary_mail.ts";
import { parserOptions } from "./parser_options.ts";
import { headBytes, type Summary } from "./summary.ts";

const nameLength = 200;
const addressLength = 320;
const subjectLength = 998;
/** More than any list shows of it (requirement I56). */
const previewLength = 200;

const summaryOptions = { ...parserOptions, maxHeadSize: headBytes };
/** How much of the text a code is looked for in. */
const searchedLength = 2000;

/**
 * @param beginning the first bytes of a message (RFC 5322); text parts stand there
 * @throws when it has too many parts, or too long headers
 */
export async function summarise(beginning: Buffer): Promise<Summary> {
  const mail = readOrdinary(beginning) ?? (await parse(beginning));
  const subject = cut(oneLine(mail.subject), subjectLength);
  const own = mail.text.trim() ? mail.text.slice(0, searchedLength) : "";
  const text = own || textOf(mail.html, searchedLength);
  return {
    sender: senderOf(mail),
    subject,
    preview: cut(oneLine(text.slice(0, 4 * previewLength)), previewLength),
    code: findCode(subject, text),
  };
}

async function parse(beginning: Buffer): Promise<Beginning> {
  const mail = await simpleParser(beginning, summaryOptions);
  // Not the name of a group (RFC 6854) but who is in it (threat 20).
  const { name = "", address = "" } = mail.from?.value.flatMap((one) => one.group ?? [one])[0] ?? {};
  return { name, address, subject: mail.subject ?? "", text: mail.text ?? "", html: mail.html || "" };
}

/** Keeps them apart, so that a name which looks like an address, or is very long, never stands for it (threat 20). */
function senderOf(mail: Beginning): string {
  const address = cut(oneLine(mail.address).replace(/[<>]/g, ""), addressLength);
  const name = cut(oneLine(mail.name).replace(/[<>]/g, ""), nameLength);
  if (name === "" || name === address) return address;
  return address === "" ? name : `${name} <${address}>`;
}

// C0 and C1 controls, what shows nothing, and the marks that turn the direction of what follows them.
const unprintable = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const oneLine = (text: string) => text.replace(unprintable, " ").replace(/\s+/g, " ").trim().toWellFormed();

/** Never half a character: the database takes none. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
