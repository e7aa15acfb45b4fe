import type { ActionLink, Attachment as ListedAttachment, Rendering } from "@mayfly/contracts";
import { toFlag } from "@mayfly/contracts";
import sanitizeHtml from "sanitize-html";
import { escapeHtml } from "../../escape_html.ts";
import { findActionLinks, type Link, leadingTo } from "./action_links.ts";
import type { ImageLink } from "./image_link.ts";
import { rasterType } from "./image_type.ts";
import type { Attachment } from "./mime.ts";
import { readMail } from "./read_mail.ts";
import { safeStyle, styleUrl } from "./style.ts";
import { plainText, shownTexts, type Text, type Texts, withoutControls } from "./texts.ts";

/**
 * Longer and deeper documents are shown as their text: the sanitiser's time grows with their length, and with the
 * square of their depth (threat 16).
 */
const htmlLength = 1_000_000;
const htmlDepth = 1000;
const textLength = 1_000_000;
/**
 * What is made of a document, its embedded images with it. A short address becomes a long link to the proxy, and calls and
 * live events have an end of their own (threat 15).
 */
const contentLength = 8_000_000;
/** All embedded images of a message together, each as often as it is shown. */
const embeddedBytes = 4_000_000;
const listedAttachments = 1000;
const typeLength = 300;
/** As much of a link's text as tells what it is for. */
const linkTextLength = 200;

export interface Rendered {
  content: string;
  rendering: Rendering;
  action_links: ActionLink[];
  attachments: ListedAttachment[];
}

/**
 * A message as HTML that is safe to show in the inbox's frame: no scripts, frames, objects or forms; links open in a
 * new tab; external images go through the proxy (requirements I61 to I68).
 * @param raw the whole message (RFC 5322)
 * @throws when it cannot be read
 */
export async function render(raw: Buffer, imageLink: ImageLink): Promise<Rendered> {
  const mail = await readMail(raw);
  const embedded = embeddedImages(mail.attachments);
  const shown = show(mail.texts, { embedded: embedded.link, leftOut: embedded.leftOut, imageLink });
  return {
    ...shown,
    attachments: mail.attachments.slice(0, listedAttachments).map((one, part) => ({
      part,
      filename: one.filename.toWellFormed(),
      content_type: one.contentType.slice(0, typeLength),
      size: one.content.length,
      embedded: toFlag(embedded.shown.has(one)),
    })),
  };
}

/** A document that would take too much to be shown. */
class TooMuch extends RangeError {}

interface Images {
  embedded(cid: string): string | undefined;
  leftOut(cid: string): string | undefined;
  imageLink: ImageLink;
}

function show(texts: Texts, images: Images): Omit<Rendered, "attachments"> {
  const shown = shownTexts(texts, "html");
  const isHtml = shown.some(({ type }) => type === "html");
  try {
    const html = isHtml && documentOf(shown, images);
    if (html && html.content !== "") return { ...html, rendering: "html" };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { ...textOnly(texts), rendering: "too_large" };
  }
  return textOnly(texts);
}

function textOnly(texts: Texts): Omit<Rendered, "attachments"> {
  const text = plainText(texts, textLength + 1);
  const { content, links } = textAsHtml(text);
  return { content, action_links: findActionLinks(links), rendering: text.length > textLength ? "too_large" : "text" };
}

/** @throws TooMuch */
function documentOf(texts: Text[], images: Images): Pick<Rendered, "content" | "action_links"> {
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
  return { content, action_links: findActionLinks(parts.flatMap(({ links }) => links)) };
}

/** What becomes of a text: safe HTML, and the links in it. */
interface Shown {
  content: string;
  links: Link[];
}

/** The message's own images by their content ids, each as a data: URL, and those that have been asked for. */
function embeddedImages(attachments: Attachment[]) {
  const images = new Map(attachments.filter(({ cid }) => cid).map((one) => [one.cid, one]));
  const shown = new Set<Attachment>();
  const named = new Set<Attachment>();
  let left = embeddedBytes;
  return {
    shown,
    /** Names an image for which there was no room, and each only once. */
    leftOut(cid: string): string | undefined {
      const image = images.get(cid);
      if (image === undefined || shown.has(image) || named.has(image) || !rasterType(image.content)) return undefined;
      named.add(image);
      return image.filename || "An image";
    },
    link(cid: string): string | undefined {
      const image = images.get(cid);
      const type = image && rasterType(image.content);
      if (type === undefined || image === undefined || image.content.length > left) return undefined;
      left -= image.content.length;
      shown.add(image);
      return `data:${type};base64,${image.content.toString("base64")}`;
    },
  };
}

const attributes = [
  ...["style", "class", "id", "dir", "lang", "title", "width", "height", "role", "aria-label", "aria-hidden", "align"],
  ...["bgcolor", "border", "bordercolor", "cellpadding", "cellspacing", "colspan", "rowspan", "valign", "nowrap"],
  ...["hspace", "vspace", "color", "face", "size", "noshade", "clear", "span", "hidden"],
];

/**
 * @param alone whether nothing stands beside it, so that the page is its own
 * @throws TooMuch
 */
function sanitise(html: string, images: Images, alone: boolean): Shown {
  const image = (url: string) => imageSource(url, images);
  const links: Link[] = [];
  let link: Link | undefined;
  /** Which of the page's own elements have been there. */
  const page = new Set<string>();
  let depth = 0;
  /** A browser gives the page of the frame what the mail's first says of itself. Others are only parts of it. */
  const ofPage = (tagName: string, attribs: sanitizeHtml.Attributes) => {
    if (alone && !page.has(tagName)) {
      page.add(tagName);
      return { tagName, attribs };
    }
    const { bgcolor, text, style = "", ...others } = attribs;
    const colours = [isColour(bgcolor) && `background-color:${bgcolor}`, isColour(text) && `color:${text}`];
    return { tagName: "div", attribs: { ...others, style: [...colours, style].filter(Boolean).join(";") } };
  };
  const clean = sanitizeHtml(html, {
    allowedTags: [
      ...sanitizeHtml.defaults.allowedTags,
      ...["img", "center", "font", "style", "ins", "del", "big", "strike", "tt", "map", "area"],
      ...["html", "body"],
    ],
    // Scripts do not run in the frame, and its policy lets no style load anything.
    allowVulnerableTags: true,
    nonTextTags: ["script", "textarea", "option", "noscript", "title", "template"],
    allowedAttributes: {
      "*": attributes,
      a: ["href", "name", "target", "rel"],
      area: ["href", "target", "rel", "shape", "coords", "alt"],
      body: ["text", "link", "leftmargin", "topmargin", "marginwidth", "marginheight"],
      div: ["data-wide"],
      img: ["src", "alt", "usemap"],
      map: ["name"],
      ol: ["start", "type"],
      ul: ["type"],
      li: ["value", "type"],
      style: ["type", "media"],
      table: ["data-wide"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: { img: ["data"] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      a: outward,
      area: outward,
      html: ofPage,
      body: ofPage,
      table: markedWide,
      div: markedWide,
      style: (tagName, { media, ...attribs }) => ({
        tagName,
        attribs: { ...attribs, ...(media && { media: safeStyle(media, image) }) },
      }),
      img(tagName, attribs) {
        const src = image(attribs["src"] ?? "");
        const { src: _, ...given } = attribs;
        const others = withRatio(given);
        if (src) return { tagName, attribs: { ...others, src } };
        const leftOut = images.leftOut(cidOf(attribs["src"] ?? "") ?? "");
        if (leftOut) return { tagName, attribs: { ...others, alt: `${leftOut} is too large to show here` } };
        // To drop the tag instead, sanitize-html copies all that stands before it, each time.
        return attribs["alt"]?.trim() ? { tagName, attribs: others } : { tagName: "span", attribs: {} };
      },
      "*": (tagName, { background, style = "", hidden, ...given }) => {
        // Without a value, sanitize-html would drop it.
        const attribs = hidden === undefined ? given : { ...given, hidden: "hidden" };
        const own = [background && `background-image:${styleUrl(background)}`, style].filter(Boolean).join(";");
        return { tagName, attribs: { ...attribs, ...(own && { style: safeStyle(own, image) }) } };
      },
    },
    onOpenTag(name, attribs) {
      depth += 1;
      if (depth > htmlDepth) throw new TooMuch("document too deep");
      if (name === "a") link = { url: attribs["href"] ?? "", text: "" };
      if (name === "img" && link) link.text += attribs["alt"] ?? "";
    },
    textFilter(text) {
      if (link && link.text.length < linkTextLength) link.text += unescapeHtml(text);
      return text;
    },
    onCloseTag(name) {
      depth -= 1;
      if (name !== "a" || link === undefined) return;
      links.push(link);
      link = undefined;
    },
  }).trim();
  if (!showsSomething(clean)) return { content: "", links: [] };
  const content = clean.replace(
    /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/gi,
    (_all, open, css, close) => open + safeStyle(css, image) + close,
  );
  return { content, links };
}

const isColour = (value: string | undefined) => value !== undefined && /^(#[0-9a-f]{3,8}|[a-z]{3,30})$/i.test(value);

/** Links lead out, and into a new tab. A relative one would lead to a page of ours (threat 24). */
function outward(tagName: string, { href, ...others }: sanitizeHtml.Attributes) {
  const out = href && /^\s*(https?:\/\/|mailto:)/i.test(href) ? { href } : {};
  return { tagName, attribs: { ...out, ...others, target: "_blank", rel: "noopener noreferrer" } };
}

/** Wider than the frame may be on a phone, and in a narrow window: it makes them fit. Pixels. */
const wide = { phone: 280, window: 400 };
const styledWidth = /(?:^|[;\s])(?:min-)?width\s*:\s*(\d{3,5})(?:\.\d{1,9})?px/i;

function markedWide(tagName: string, attribs: sanitizeHtml.Attributes) {
  const width = styledWidth.exec(attribs["style"] ?? "")?.[1] ?? pixels.exec(attribs["width"] ?? "")?.[1];
  if (Number(width) >= wide.window) return { tagName, attribs: { ...attribs, "data-wide": "window" } };
  return { tagName, attribs: Number(width) >= wide.phone ? { ...attribs, "data-wide": "phone" } : attribs };
}

const pixels = /^\s*([1-9]\d{0,4})(?:px)?\s*$/i;
/** The width and the height that a style gives in a unit of length, as Outlook writes them. */
const styledSides = /(?:^|;)\s*(width|height)\s*:\s*(\d{1,5}(?:\.\d{1,9})?)(px|in|pt|cm|mm)\s*(?=;|$)/gi;
/** A width that is a share, or found by itself, or may be more than it says: it tells nothing of the shape. */
const otherWidth =
  /(?:^|[;\s])(?:min-width\s*:|width\s*:(?!\s*(?:100%|\d{1,5}(?:\.\d{1,9})?(?:px|in|pt|cm|mm)?)\s*(?:[;!]|$)))/i;
const fullWidth = /(?:^|[;\s])width\s*:\s*100%/i;
/** What is longer than so many times its height is a line, and stays as thick as it is. */
const lineRatio = 40;

/** An image that is made to fit keeps the shape that it is given, which need not be that of its file. */
function withRatio({ style = "", ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  // A style that speaks of the height counts for more than the attribute.
  const isHeightStyled = /(?:^|[;\s])height\s*:/i.test(style);
  if (otherWidth.test(style) || (isHeightStyled && fullWidth.test(style))) return { ...attribs, style };
  const [width, height] = [attribs["width"], attribs["height"]].map((length) => pixels.exec(length ?? "")?.[1]);
  const styled = new Map(
    [...style.matchAll(styledSides)].map(([, side = "", ...length]) => [side.toLowerCase(), length]),
  );
  const [wide, unit] = styled.get("width") ?? [width, "px"];
  if (!isHeightStyled) {
    return { ...attribs, style: ratio(width ?? (unit === "px" ? wide : undefined), height) + style };
  }
  const [high, ofHeight] = styled.get("height") ?? [];
  const shape = unit === ofHeight ? ratio(wide, high) : "";
  return { ...attribs, style: shape === "" ? style : `${shape}${style};height:auto` };
}

/** What an image's style begins with that keeps its shape; nothing for a line. */
const ratio = (width?: string, height?: string) =>
  width && height && Number(width) / Number(height) < lineRatio ? `aspect-ratio:${width}/${height};` : "";

function imageSource(source: string, { embedded, imageLink }: Images): string | undefined {
  const cid = cidOf(source);
  if (cid !== undefined) return embedded(cid);
  const url = source.trim();
  if (/^https?:\/\//i.test(url)) return imageLink(url);
  if (url.startsWith("//")) return imageLink(`https:${url}`);
  return /^data:image\/(png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i.test(url) ? url : undefined;
}

/** Content ids are written as in a URL (RFC 2392). */
function cidOf(source: string): string | undefined {
  const url = source.trim();
  const cid = /^cid:/i.test(url) ? url.slice("cid:".length) : undefined;
  try {
    return cid && decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

const showsSomething = (html: string) =>
  /<img\b/i.test(html) || html.replace(/<style\b[\s\S]*?<\/style>/gi, "").replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";

const unescapes: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (sign) => unescapes[sign] ?? sign);

/** A longer one is no link: a part of it would lead elsewhere. */
const urlLength = 8000;
/**
 * Up to a blank, or a sign that stands in no URL: quotes of all scripts, and the punctuation of Chinese and Japanese. An
 * apostrophe may stand in one, unless it is the quote that the URL began with.
 */
const notInUrls = String.raw`\s<>"\u00ab\u00bb\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef`;
const urls = new RegExp(String.raw`(\b(?:(?<!')https?:\/\/[^${notInUrls}]+|(?<=')https?:\/\/[^'${notInUrls}]+))`, "gi");

/** A URL in a text without the punctuation that follows it; a bracket is its own that is closed in it. */
function withoutEnd(url: string): string {
  const opened = url.lastIndexOf("(");
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url[end - 1] ?? "";
    const isOwn = last === ")" && opened > url.lastIndexOf(")", end - 2);
    if (!".,;:!?)]'".includes(last) || isOwn) break;
  }
  return url.slice(0, end);
}

/** Plain text with its lines and links; each line runs in the direction of its script. */
function textAsHtml(text: string): Shown {
  if (text === "") return { content: "", links: [] };
  const links: Link[] = [];
  let before = "";
  const linked = withoutControls(text.slice(0, textLength))
    .split(urls)
    .map((part, at) => {
      if (at % 2 === 0 || part.length > urlLength) {
        before += part;
        return escapeHtml(part);
      }
      const url = withoutEnd(part);
      const shown = escapeHtml(url);
      // A link in a text has no text of its own: what stands before it says what it is for.
      links.push({ url, ...leadingTo(before) });
      before = part.slice(url.length);
      return `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>${escapeHtml(before)}`;
    });
  const style = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext";
  return { content: `<div style="${style}">${linked.join("")}</div>`, links };
}
