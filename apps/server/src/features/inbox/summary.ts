import { type AddressObject, type SimpleParserOptions, simpleParser } from "mailparser";
import { findCode } from "./codes.ts";
import { textOf } from "./html_text.ts";

/** What the list shows of a message without opening it. */
export interface Summary {
  /** `Name <address>`, or the bare address; empty when there is none. */
  sender: string;
  subject: string;
  preview: string;
  /** The one-time code in it; empty when there is none. */
  code: string;
}

export const noSummary: Summary = { sender: "", subject: "", preview: "", code: "" };

const nameLength = 200;
const addressLength = 320;
const subjectLength = 998;
/** More than any list shows of it (requirement I56). */
const previewLength = 200;

// Without these, deep HTML rejects the whole message and long text stalls (threat 16).
export const parserOptions = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  keepCidLinks: true,
} satisfies SimpleParserOptions & { keepCidLinks: boolean };

/** Of the headers of the message and of each part. More than ordinary mail has; some take the square of it to read. */
const headBytes = 32 * 1024;
const summaryOptions = { ...parserOptions, maxHeadSize: headBytes };
/** How much of the text a code is looked for in. */
const searchedLength = 2000;

/** The beginning of a message's headers, as a message without a body. */
export function headOf(raw: Buffer): Buffer {
  const head = raw.subarray(0, headBytes - 4);
  const [end, lastLine] = [head.indexOf("\r\n\r\n"), head.lastIndexOf("\r\n")];
  return Buffer.concat([head.subarray(0, end >= 0 ? end : Math.max(lastLine, 0)), Buffer.from("\r\n\r\n")]);
}

/**
 * @param beginning the first bytes of a message (RFC 5322); text parts stand there
 * @throws when it has too many parts, or too long headers
 */
export async function summarise(beginning: Buffer): Promise<Summary> {
  const mail = await simpleParser(worthReading(beginning), summaryOptions);
  const subject = cut(oneLine(mail.subject ?? ""), subjectLength);
  const own = mail.text?.trim() ? mail.text.slice(0, searchedLength) : "";
  const text = own || textOf(mail.html || "", searchedLength);
  return {
    sender: senderOf(mail.from),
    subject,
    preview: cut(oneLine(text.slice(0, 4 * previewLength)), previewLength),
    code: findCode(subject, text),
  };
}

/** Of a message that is plain text alone, the preview needs no more than this. */
const plainTextBytes = 4096;

function worthReading(beginning: Buffer): Buffer {
  const headEnd = beginning.indexOf("\r\n\r\n");
  if (headEnd < 0) return beginning;
  const head = beginning.toString("latin1", 0, headEnd);
  const plain = !/^content-type:/im.test(head) || /^content-type:\s*text\/plain\b/im.test(head);
  return plain ? beginning.subarray(0, headEnd + plainTextBytes) : beginning;
}

/**
 * Keeps name and address apart, so that a name which looks like an address never stands for it (threat 20): neither
 * the name of a group (RFC 6854), nor one so long that the address would be cut off.
 */
function senderOf(from: AddressObject | undefined): string {
  const first = from?.value.flatMap((one) => one.group ?? [one])[0];
  const address = cut(oneLine(first?.address ?? "").replace(/[<>]/g, ""), addressLength);
  const name = cut(oneLine(first?.name ?? "").replace(/[<>]/g, ""), nameLength);
  if (name === "" || name === address) return address;
  return address === "" ? name : `${name} <${address}>`;
}

// C0 and C1 controls, what shows nothing, and the marks that turn the direction of what follows them.
const unprintable = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const oneLine = (text: string) => text.replace(unprintable, " ").replace(/\s+/g, " ").trim().toWellFormed();

/** Never half a character: the database takes none. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
