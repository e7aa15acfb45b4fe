import { findCode } from "./codes.ts";
import { textOf } from "./html_text.ts";
import { type Beginning, readOrdinary } from "./ordinary_mail.ts";
import { type Mail, readMail } from "./read_mail.ts";
import { headBytes, type Summary, searchedLength, withoutLongHead } from "./summary.ts";
import { plainText, shownTexts, type Texts } from "./texts.ts";

const nameLength = 200;
const addressLength = 320;
const subjectLength = 998;
/** More than any list shows of it (requirement I56). */
const previewLength = 200;

/** A shorter plain text, but for addresses, may only say that the message is one for programs that show HTML. */
const stubLength = 300;

/**
 * @param beginning of a message (RFC 5322)
 * @throws when it has too many parts, or too long headers
 */
export async function summarise(beginning: Buffer): Promise<Summary> {
  let read: Promise<Mail> | undefined;
  const parsed = () => (read ??= readMail(withoutLongHead(beginning), { maxHeadSize: headBytes }));
  const mail = readOrdinary(beginning) ?? withText(await parsed());
  const whole = oneLine(mail.subject);
  const subject = whole.length > subjectLength ? `${cut(whole, subjectLength - 3)}...` : whole;
  const text = withoutFillers(mail.text);
  let code = findCode(subject, text);
  if (code === "" && isStub(text) && /multipart\/alternative/i.test(beginning.toString("latin1"))) {
    code = findCode(subject, withoutFillers(htmlText((await parsed()).texts)));
  }
  return { sender: senderOf(mail), subject, preview: previewOf(text), code };
}

const withText = ({ texts, ...mail }: Mail): Beginning => ({ ...mail, text: plainText(texts, searchedLength) });

const isStub = (text: string) => text.replace(/https?:\/\/\S+/g, "").length < stubLength;

/** What the HTML of a message says, or the beginning of it. */
function htmlText(texts: Texts): string {
  const [document] = shownTexts(texts, "html").filter(({ type }) => type === "html");
  return document ? textOf(document.read(), searchedLength) : "";
}

/**
 * One line of a text without fillers, for which much may have to be read: newsletters hide long runs of blanks before their
 * first word.
 */
function previewOf(text: string): string {
  const early = joined(text.slice(0, 4 * previewLength));
  return cut(early.length < previewLength ? joined(text) : early, previewLength);
}

/** Keeps them apart, so that a name which looks like an address, or is very long, never stands for it (threat 20). */
function senderOf(mail: Beginning): string {
  const address = cut(oneLine(mail.address).replace(/[<>]/g, ""), addressLength);
  const name = cut(oneLine(mail.name).replace(/[<>]/g, ""), nameLength);
  if (name === "" || name === address) return address;
  return address === "" ? name : `${name} <${address}>`;
}

// What shows nothing between letters: soft hyphens, joiners that join nothing, and what newsletters fill their hidden
// beginnings with.
const filler = /[\u00ad\u180e]|\u034f|(?<!\p{L})\u200c|\u200c(?!\p{L})/gu;
const withoutFillers = (text: string) => text.replace(filler, "");

// C0 and C1 controls, what shows nothing, and the marks that turn the direction of what follows them.
const unprintable = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const joined = (text: string) => text.replace(unprintable, " ").replace(/\s+/g, " ").trim().toWellFormed();
const oneLine = (text: string) => joined(withoutFillers(text));

/** Never half a character: the database takes none. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
