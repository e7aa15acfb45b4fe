import { imageProxyPath } from "@mayfly/contracts";
import { type Attachment, simpleParser } from "mailparser";
import sanitizeHtml from "sanitize-html";
import { parserOptions } from "./summary.ts";

/**
 * Longer and deeper documents are shown as their text: the sanitiser's time grows with their length, and with the
 * square of their depth (threat 16).
 */
const htmlLength = 1_000_000;
const htmlDepth = 1000;
const textLength = 1_000_000;
/** All embedded images of a message together, each as often as it is shown. */
const embeddedBytes = 4_000_000;

/**
 * A message as HTML that is safe to show in the inbox's frame: no scripts, frames, objects or forms; links open in a
 * new tab; external images go through the proxy (requirements I61 to I68).
 * @param raw the whole message (RFC 5322)
 * @returns empty when there is nothing to show
 * @throws when there is, but too much of it
 */
export async function render(raw: Buffer): Promise<string> {
  const mail = await simpleParser(raw, parserOptions);
  if (typeof mail.html === "string") {
    try {
      return sanitise(mail.html, embeddedImages(mail.attachments));
    } catch (error) {
      if (!mail.text?.trim()) throw error;
    }
  }
  return mail.text?.trim() ? textAsHtml(mail.text.slice(0, textLength)) : "";
}

const raster = /^image\/(png|jpeg|gif|webp)$/;

/** Gives the message's own images by their content ids, each as a data: URL. */
function embeddedImages(attachments: Attachment[]): (cid: string) => string {
  const images = new Map(
    attachments.filter(({ contentType }) => raster.test(contentType)).map((one) => [one.cid, one]),
  );
  let left = embeddedBytes;
  return (cid) => {
    const image = images.get(cid);
    if (image === undefined || image.content.length > left) return "";
    left -= image.content.length;
    return `data:${image.contentType};base64,${image.content.toString("base64")}`;
  };
}

const layout = ["align", "bgcolor", "border", "cellpadding", "cellspacing", "colspan", "rowspan", "valign"];

function sanitise(html: string, embedded: (cid: string) => string): string {
  if (html.length > htmlLength) throw new RangeError("document too long");
  let depth = 0;
  const clean = sanitizeHtml(html, {
    allowedTags: [
      ...sanitizeHtml.defaults.allowedTags,
      ...["img", "center", "font", "style", "ins", "del", "big", "strike", "tt", "map", "area"],
    ],
    // Scripts do not run in the frame, and its policy lets no style load anything.
    allowVulnerableTags: true,
    nonTextTags: ["script", "textarea", "option", "noscript", "title", "template"],
    allowedAttributes: {
      "*": ["style", "class", "id", "dir", "lang", "title", "width", "height", "role", "aria-label", ...layout],
      a: ["href", "name", "target", "rel"],
      area: ["href", "target", "rel", "shape", "coords", "alt"],
      font: ["color", "face", "size"],
      img: ["src", "alt", "usemap"],
      ol: ["start", "type"],
      style: ["type", "media"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: { img: ["data"] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      a: outward,
      area: outward,
      img(tagName, attribs) {
        const src = imageSource(attribs["src"], embedded);
        // To drop the tag instead, sanitize-html copies all that stands before it, each time.
        return src ? { tagName, attribs: { ...attribs, src } } : { tagName: "span", attribs: {} };
      },
    },
    onOpenTag() {
      depth += 1;
      if (depth > htmlDepth) throw new RangeError("document too deep");
    },
    onCloseTag() {
      depth -= 1;
    },
  }).trim();
  return showsSomething(clean) ? clean : "";
}

/** Links lead out, and into a new tab. A relative one would lead to a page of ours (threat 24). */
function outward(tagName: string, { href, ...others }: sanitizeHtml.Attributes) {
  const out = href && /^\s*(https?:\/\/|mailto:)/i.test(href) ? { href } : {};
  return { tagName, attribs: { ...out, ...others, target: "_blank", rel: "noopener noreferrer" } };
}

function imageSource(source: string | undefined, embedded: (cid: string) => string): string {
  const url = source?.trim() ?? "";
  if (/^cid:/i.test(url)) return embedded(url.slice("cid:".length));
  if (/^https?:\/\//i.test(url)) return `${imageProxyPath}?url=${encodeURIComponent(url)}`;
  if (url.startsWith("//")) return `${imageProxyPath}?url=${encodeURIComponent(`https:${url}`)}`;
  return /^data:image\/(png|jpeg|gif|webp)[;,]/i.test(url) ? url : "";
}

const showsSomething = (html: string) =>
  /<img\b/i.test(html) || html.replace(/<style\b[\s\S]*?<\/style>/gi, "").replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Plain text with its lines and links. */
function textAsHtml(text: string): string {
  const parts = text.split(/(\bhttps?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]])/g);
  const linked = parts.map((part, at) => {
    const shown = escapeHtml(part);
    return at % 2 === 1 ? `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>` : shown;
  });
  return `<div style="white-space:pre-wrap;overflow-wrap:anywhere">${linked.join("")}</div>`;
}
