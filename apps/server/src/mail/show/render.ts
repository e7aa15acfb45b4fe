import type { Action, ActionLink, Attachment as ListedAttachment, Rendering } from "@mayfly/contracts";
import { toFlag } from "@mayfly/contracts";
import { cut } from "../../text/cut.ts";
import { findActionLinks, type Link } from "../find/action_links.ts";
import type { Attachment } from "../mime/mended_mailparser.ts";
import { type Mail, readMail } from "../mime/read_mail.ts";
import { shownTexts, type Text, type Texts } from "../mime/texts.ts";
import { embeddedImages, type Images } from "./embedded_images.ts";
import type { ImageLink } from "./image_link.ts";
import { linkTargets } from "./link_targets.ts";
import { listed, listedAttachments } from "./listed.ts";
import { plainText } from "./plain_text.ts";
import { sanitise, TooMuch } from "./sanitise.ts";
import { textAsHtml } from "./text_to_html.ts";

/** Longer documents are shown as their text: the sanitiser's time grows with their length (threat 16). */
const htmlLength = 1_000_000;
const textLength = 1_000_000;
/**
 * The limit for the HTML made of a document, with its embedded images. A short image URL becomes a long link to the
 * proxy, and API calls and live events have size limits of their own (threat 15).
 */
const contentLength = 8_000_000;
const typeLength = 300;

export interface Rendered {
  content: string;
  rendering: Rendering;
  /** Whether some of it was wrapped in a signature, which nobody has checked. */
  signed: 0 | 1;
  action_links: ActionLink[];
  /** Each with what it asks its reader to do, if that is known. */
  links: { url: string; text: string; action?: Action }[];
  attachments: ListedAttachment[];
  to: string[];
  cc: string[];
  reply_to: string[];
}

/**
 * A message as HTML that is safe to show in the inbox's frame: no scripts, frames, objects or forms; links open in a
 * new tab; external images go through the proxy (requirements I61 to I68).
 * @param raw the whole message (RFC 5322)
 * @throws when it cannot be read
 */
export async function render(raw: Buffer, imageLink: ImageLink): Promise<Rendered> {
  const mail = await readMail(raw);
  const { images, ...shown } = show(mail, imageLink);
  return {
    ...shown,
    attachments: mail.attachments.slice(0, listedAttachments).map((one, part) => ({
      part,
      filename: one.filename,
      content_type: one.contentType.slice(0, typeLength),
      size: one.content.length,
      embedded: toFlag(images.has(one)),
    })),
    signed: toFlag(mail.signed),
    to: listed(mail.to),
    cc: listed(mail.cc),
    reply_to: listed(mail.replyTo),
  };
}

/** The links that a message shows. */
export const linksOf = (mail: Mail): Rendered["links"] => show(mail, () => undefined).links;

/** Whether a message shows a link. */
export const hasLink = (mail: Mail): boolean => linksOf(mail).length > 0;

/** The attached images that a message shows. */
export const shownImages = (mail: Mail): Set<Attachment> => show(mail, () => undefined).images;

type ShownContent = Pick<Rendered, "content" | "rendering" | "action_links" | "links">;

/** Links of a message that are listed, and characters of the text of one. */
const listedLinks = 500;
const linkTextLength = 300;

function listLinks(links: Link[]): Pick<Rendered, "action_links" | "links"> {
  const action_links = findActionLinks(links);
  const actionOf = new Map(action_links.map(({ url, action }) => [url, action]));
  const listed = readable(links, listedLinks).map(({ url, text }) => {
    const action = actionOf.get(url);
    return { url, text: cut(text.trim(), linkTextLength), ...(action && { action }) };
  });
  return { action_links, links: listed };
}

/** The first of those whose URL a program can read. */
function readable(links: Link[], most: number): Link[] {
  const found: Link[] = [];
  for (const link of links) {
    if (found.length === most) break;
    if (URL.canParse(link.url)) found.push(link);
  }
  return found;
}

function show({ texts, attachments }: Mail, imageLink: ImageLink): ShownContent & { images: Set<Attachment> } {
  const shown = shownTexts(texts, "html");
  const isHtml = shown.some(({ type }) => type === "html");
  const embedded = embeddedImages(attachments);
  const images = new Set<Attachment>();
  try {
    const images = { embedded: embedded.link, located: embedded.located, leftOut: embedded.leftOut, imageLink };
    const html = isHtml && documentOf(shown, images);
    if (html && html.content !== "") return { ...html, images: embedded.shown, rendering: "html" };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { ...textOnly(texts), images, rendering: "too_large" };
  }
  return { ...textOnly(texts), images };
}

function textOnly(texts: Texts): ShownContent {
  const text = plainText(texts, textLength + 1, linkTargets);
  const { content, links } = textAsHtml(text.slice(0, textLength));
  return { content, ...listLinks(links), rendering: text.length > textLength ? "too_large" : "text" };
}

/** @throws TooMuch */
function documentOf(texts: Text[], images: Images): Omit<ShownContent, "rendering"> {
  let left = htmlLength;
  const parts = texts.map(({ type, read }) => {
    const text = read();
    left -= text.length;
    if (left < 0) throw new TooMuch("document too long");
    return type === "html" ? sanitise(text, images, texts.length === 1) : textAsHtml(text);
  });
  const contents = parts.map(({ content }) => content).filter((content) => content !== "");
  const content = contents.length <= 1 ? contents.join("") : contents.map((each) => `<div>${each}</div>`).join("\n");
  if (content.length > contentLength) throw new TooMuch("document becomes too long");
  return { content, ...listLinks(parts.flatMap(({ links }) => links)) };
}
