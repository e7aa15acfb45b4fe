import { findCode } from "./codes.ts";
import { type Beginning, readOrdinary } from "./ordinary_mail.ts";
import { readMail } from "./read_mail.ts";
import { headBytes, type Summary, searchedLength, withoutLongHead } from "./summary.ts";
import { plainText } from "./texts.ts";

const nameLength = 200;
const addressLength = 320;
const subjectLength = 998;
/** More than any list shows of it (requirement I56). */
const previewLength = 200;

/**
 * @param beginning of a message (RFC 5322)
 * @throws when it has too many parts, or too long headers
 */
export async function summarise(beginning: Buffer): Promise<Summary> {
  const mail = readOrdinary(beginning) ?? (await parse(withoutLongHead(beginning)));
  const whole = oneLine(mail.subject);
  const subject = whole.length > subjectLength ? `${cut(whole, subjectLength - 3)}...` : whole;
  return {
    sender: senderOf(mail),
    subject,
    preview: cut(oneLine(mail.text.slice(0, 4 * previewLength)), previewLength),
    code: findCode(subject, mail.text),
  };
}

async function parse(beginning: Buffer): Promise<Beginning> {
  const { texts, ...mail } = await readMail(beginning, { maxHeadSize: headBytes });
  return { ...mail, text: plainText(texts, searchedLength) };
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
