import { Parser } from "htmlparser2";
import { type AddressObject, type SimpleParserOptions, simpleParser } from "mailparser";

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

/** @param beginning the first bytes of a message (RFC 5322); text parts stand there */
export async function summarise(beginning: Buffer): Promise<Summary> {
  const mail = await simpleParser(worthReading(beginning), parserOptions);
  const preview = mail.text?.trim() ? mail.text : mail.html ? textOf(mail.html, 4 * previewLength) : "";
  return {
    sender: senderOf(mail.from),
    subject: cut(oneLine(mail.subject ?? ""), subjectLength),
    preview: cut(oneLine(preview.slice(0, 4 * previewLength)), previewLength),
    code: "",
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

const unseen = new Set(["style", "script", "head", "title", "template", "noscript"]);
/** Elements that stand within a line and part no words. */
const inline = new Set(
  "a abbr b big bdo code del em font i ins kbd mark q s small span strike strong sub sup tt u wbr".split(" "),
);

/** The beginning of what a reader sees of a document. */
export function textOf(html: string, length: number): string {
  let text = "";
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (unseen.has(name)) hidden += 1;
      if (!inline.has(name)) text += " ";
    },
    onclosetag: (name) => {
      if (unseen.has(name)) hidden -= 1;
      if (!inline.has(name)) text += " ";
    },
    ontext: (data) => {
      if (hidden === 0 && text.length < length) text += data;
    },
  });
  parser.end(html);
  return text;
}
