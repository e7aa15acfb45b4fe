import { cut } from "../../cut.ts";
import { isAscii } from "./ascii.ts";
import { findCode } from "./codes.ts";
import { parsedHead, withoutLongHead } from "./head.ts";
import { textOf } from "./html_text.ts";
import { type Beginning, readOrdinary } from "./ordinary_mail.ts";
import { type Mail, readMail } from "./read_mail.ts";
import { type Summary, searchedLength } from "./summary.ts";
import { plainText, shownTexts, type Texts, withoutTerminal } from "./texts.ts";

const nameLength = 200;
const addressLength = 320;
const subjectLength = 998;
/** More than any list shows of it (requirement I56). */
const previewLength = 200;

/** A plain text shorter than this, not counting URLs, may only say that the message needs a program that shows HTML. */
const stubLength = 300;

/**
 * @param beginning of a message (RFC 5322)
 * @throws when it has too many parts, or too long headers
 */
export async function summarise(beginning: Buffer): Promise<Summary> {
  let read: Promise<Mail> | undefined;
  const parsed = () => (read ??= readMail(withoutLongHead(beginning), { maxHeadSize: parsedHead }));
  const mail = readOrdinary(beginning) ?? withText(await parsed());
  const whole = visibleLine(mail.subject);
  const subject = whole.length > subjectLength ? `${cut(whole, subjectLength - 3)}...` : whole;
  const text = withoutFillers(mail.text);
  const words = text.includes("://") ? text.replace(/https?:\/\/\S+/g, "") : text;
  let preview = previewOf(text);
  let code = findCode(subject, text);
  const isShort = words.length < stubLength;
  const isExcuse = isShort && /html/i.test(words);
  const isStub = isShort && (isExcuse || code === "");
  if (isStub && /multipart\/alternative/i.test(beginning.toString("latin1"))) {
    const html = withoutFillers(htmlText((await parsed()).texts));
    code ||= findCode(subject, html);
    if (isExcuse) preview = previewOf(html) || preview;
  }
  return { sender: senderOf(mail), subject, preview, code };
}

const withText = ({ texts, ...mail }: Mail): Beginning => ({ ...mail, text: plainText(texts, searchedLength) });

/** The text of a message's HTML, or the beginning of it. */
function htmlText(texts: Texts): string {
  const [document] = shownTexts(texts, "html").filter(({ type }) => type === "html");
  return document ? textOf(document.read(), searchedLength) : "";
}

/**
 * The beginning of a text without fillers, in one line. It may have to read all of the text, because newsletters hide
 * long runs of blanks before their first word.
 */
function previewOf(text: string): string {
  const early = joined(text.slice(0, 4 * previewLength));
  return cut(early.length < previewLength ? joined(text) : early, previewLength);
}

/** The at sign, also in its fullwidth and small forms. */
const atSign = /[@\uff20\ufe6b]/;

/** Keeps name and address apart, so that no name that looks like an address, or is long, passes for it (threat 20). */
function senderOf(mail: Beginning): string {
  const address = cut(visibleLine(mail.address).replace(/[<>]/g, ""), addressLength);
  const name = cut(visibleLine(mail.name).replace(/[<>]/g, ""), nameLength);
  if (name === "" || name === address) return address;
  if (address === "") return atSign.test(name) ? "" : name;
  return `${name} <${address}>`;
}

// Characters that show nothing between letters, or show a blank. Newsletters fill their hidden preheaders with them.
const shownAsNothing = /[\u00ad\u180e]|\u034f/gu;
const shownAsBlank = /[\u2800\u3164\uffa0]/g;
/** Some scripts and emoji need joiners between their characters. Joiners anywhere else join nothing. */
const idleJoiner = /[\u200c\u200d](?:(?<![\p{L}\p{M}\p{S}].)|(?![\p{L}\p{M}\p{S}]))/gu;
function withoutFillers(given: string): string {
  const text = withoutTerminal(given);
  if (isAscii(text)) return text;
  return text.replace(shownAsNothing, "").replace(shownAsBlank, " ").replace(idleJoiner, "");
}

// C0 and C1 controls, invisible characters, and the marks that change the direction of the text behind them.
const unprintable = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const joined = (text: string) => text.replace(unprintable, " ").replace(/\s+/g, " ").trim().toWellFormed();
const visibleLine = (text: string) => joined(withoutFillers(text));
