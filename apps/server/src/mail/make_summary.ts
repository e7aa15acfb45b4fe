import { cut } from "../text/cut.ts";
import { joined, visibleLine, withoutFillers } from "../text/visible_text.ts";
import { searchedLength } from "./find/code_lines.ts";
import { findCode } from "./find/codes.ts";
import { withoutMarks } from "./find/text_marks.ts";
import { asRead, parsedHead, withoutLongHead } from "./mime/head.ts";
import { mailboxText } from "./mime/mailbox.ts";
import { type Mail, readMail } from "./mime/read_mail.ts";
import { shownTexts, type Texts } from "./mime/texts.ts";
import { textOf } from "./show/html_to_text.ts";
import { type Beginning, readOrdinary } from "./show/ordinary_mail.ts";
import { markedText } from "./show/plain_text.ts";
import { showsAll } from "./show/shows_all_images.ts";
import type { Summary } from "./summary.ts";

const subjectLength = 998;
/** More than any list shows of it (requirement I56). */
const previewLength = 200;

/** A plain text shorter than this, not counting URLs, may only say that the message needs a program that shows HTML. */
const stubLength = 300;

/**
 * @param message its beginning (RFC 5322)
 * @throws when it has too many parts, or too long headers
 */
export async function summarise(message: Buffer): Promise<Summary> {
  const beginning = asRead(message);
  let read: Promise<Mail> | undefined;
  const parsed = () => (read ??= readMail(withoutLongHead(beginning), { maxHeadSize: parsedHead }));
  const mail = readOrdinary(beginning) ?? (await withText(await parsed()));
  const whole = visibleLine(mail.subject);
  const subject = whole.length > subjectLength ? `${cut(whole, subjectLength - 3)}...` : whole;
  const marked = withoutFillers(mail.text);
  const text = withoutMarks(marked);
  const words = text.includes("://") ? text.replace(/https?:\/\/\S+/g, "") : text;
  let preview = previewOf(text);
  let code = findCode(subject, marked);
  const isShort = words.length < stubLength;
  const isExcuse = isShort && /html/i.test(words);
  const isStub = isShort && (isExcuse || code === "");
  if (isStub && /multipart\/alternative/i.test(beginning.toString("latin1"))) {
    const html = withoutFillers(htmlText((await parsed()).texts));
    code ||= findCode(subject, html);
    if (isExcuse) preview = previewOf(withoutMarks(html)) || preview;
  }
  return { sender: mailboxText(mail), subject, preview, code, has_attachment: mail.has_attachment };
}

const withText = async (mail: Mail): Promise<Beginning> => ({
  ...mail,
  text: markedText(mail.texts, searchedLength),
  has_attachment: await hasFiles(mail),
});

/** Whether files came with a message besides the images that its HTML shows. */
export async function hasFiles(mail: Mail): Promise<boolean> {
  const { texts, attachments } = mail;
  if (attachments.length === 0) return false;
  const all = showsAll(texts, attachments);
  if (all !== undefined) return !all;
  // Takes long to load and to run, and is needed for few messages.
  const { shownImages } = await import("./show/render.ts");
  return shownImages(mail).size < attachments.length;
}

/** The text of a message's HTML with marks that say how it looks, or the beginning of it. */
function htmlText(texts: Texts): string {
  const [document] = shownTexts(texts, "html").filter(({ type }) => type === "html");
  return document ? textOf(document.read(), searchedLength, { marked: true }) : "";
}

/**
 * The beginning of a text without fillers, in one line. It may have to read all of the text, because newsletters hide
 * long runs of blanks before their first word.
 */
function previewOf(text: string): string {
  const early = joined(text.slice(0, 4 * previewLength));
  return cut(early.length < previewLength ? joined(text) : early, previewLength);
}
