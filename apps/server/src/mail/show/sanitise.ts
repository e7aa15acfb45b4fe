import { askBeforeOpening, isAppLink } from "@mayfly/contracts";
import sanitizeHtml from "sanitize-html";
import type { Link } from "../find/action_links.ts";
import { cidOf, type Images, imageSource } from "./embedded_images.ts";
import { inline } from "./html_to_text.ts";
import { type LinkTargets, linkTargets } from "./link_targets.ts";
import { safeStyle, styleUrl } from "./style.ts";
import { type SafeHtml, textAsHtml } from "./text_to_html.ts";
import { markedWide, withRatio } from "./widths.ts";

/** The document is too long or too deep to be shown as HTML. */
export class TooMuch extends RangeError {}

/** Deeper documents are shown as their text: the sanitiser's time grows with the square of their depth (threat 16). */
const htmlDepth = 1000;
/** Enough of a link's text to tell what the link is for. */
const linkTextLength = 200;

const attributes = [
  ...["style", "class", "id", "dir", "lang", "title", "width", "height", "role", "aria-label", "aria-hidden", "align"],
  ...["bgcolor", "border", "bordercolor", "cellpadding", "cellspacing", "colspan", "rowspan", "valign", "nowrap"],
  ...["hspace", "vspace", "color", "face", "size", "noshade", "clear", "span", "hidden"],
];

const tags = new Set([
  ...sanitizeHtml.defaults.allowedTags,
  ...["img", "center", "font", "style", "ins", "del", "big", "strike", "tt", "map", "area"],
  ...["html", "body"],
]);

/**
 * Makes an HTML document safe for the frame to show.
 * @param alone whether it is the only text of the message, so that the whole page is its own
 * @throws TooMuch
 */
export function sanitise(html: string, images: Images, alone: boolean): SafeHtml {
  const targets = linkTargets();
  const image = (url: string) => images.located(url.trim()) ?? imageSource(targets.resolved(url), images);
  const outward = (tagName: string, attribs: sanitizeHtml.Attributes) => linkTo(tagName, attribs, targets);
  const links: Link[] = [];
  let link: Link | undefined;
  /** The document's text, for the URLs in it that are no links. Those that the text of a link names are left out. */
  let text = "";
  /** Which of `html` and `body` have been seen. */
  const page = new Set<string>();
  let depth = 0;
  /** A browser applies the attributes of the mail's first html and body to the frame's page. Others become a div. */
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
    allowedTags: [...tags],
    // Safe, because scripts do not run in the frame, and its Content-Security-Policy lets no style load anything.
    allowVulnerableTags: true,
    nonTextTags: ["script", "textarea", "option", "noscript", "title", "template"],
    allowedAttributes: {
      "*": attributes,
      a: ["href", "name", "target", "rel", "data-opens", toldAddress],
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
    // Only `linkTo` writes the schemes of a link.
    allowedSchemesByTag: { img: ["data"], a: linkSchemes, area: linkSchemes },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      a: outward,
      area: outward,
      base(tagName, { href = "" }) {
        targets.base(href);
        return { tagName, attribs: {} };
      },
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
        // The tag is not dropped, because sanitize-html copies all output before it for each tag that it drops.
        return attribs["alt"]?.trim() ? { tagName, attribs: others } : { tagName: "span", attribs: {} };
      },
      "*": (tagName, { background, style = "", hidden, ...given }) => {
        // The tag is dropped, and with it the images of its style.
        if (!tags.has(tagName)) return { tagName, attribs: {} };
        // sanitize-html would drop `hidden` without a value.
        const attribs = hidden === undefined ? given : { ...given, hidden: "hidden" };
        const own = [background && `background-image:${styleUrl(background)}`, style].filter(Boolean).join(";");
        return { tagName, attribs: { ...attribs, ...(own && { style: safeStyle(own, image) }) } };
      },
    },
    onOpenTag(name, attribs) {
      depth += 1;
      if (depth > htmlDepth) throw new TooMuch("document too deep");
      const url = (name === "a" || name === "area") && attribs["href"] ? targets.shown(attribs["href"]) : undefined;
      if (name === "a") link = { url: url ?? "", text: "" };
      if (name === "area" && url) links.push({ url, text: attribs["alt"] ?? "" });
      if (name === "img" && link) link.text += attribs["alt"] ?? "";
      text += breakAt(name);
    },
    textFilter(escaped) {
      const said = unescapeHtml(escaped);
      if (link && link.text.length < linkTextLength) link.text += said;
      text += (link ? said.replaceAll("://", " ") : said).replace(/\s+/g, " ");
      return escaped;
    },
    onCloseTag(name) {
      depth -= 1;
      text += breakAt(name);
      if (name !== "a" || link === undefined) return;
      if (link.url !== "") links.push(link);
      link = undefined;
    },
  }).trim();
  if (!showsSomething(clean)) return { content: "", links: [] };
  const content = withAddresses(clean).replace(
    /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/gi,
    (_all, open, css, close) => open + safeStyle(css, image) + close,
  );
  return { content, links: [...links, ...bareLinks(text, links)] };
}

/** The links that a text names beside those that it has, each once. */
function bareLinks(text: string, links: Link[]): Link[] {
  if (!text.includes("://")) return [];
  const known = new Set(links.map(({ url }) => whole(url)));
  return textAsHtml(text).links.filter(({ url }) => known.size < known.add(whole(url)).size);
}

const whole = (url: string) => (URL.canParse(url) ? new URL(url).href : url);

/** How a document's text goes on where an element begins or ends. */
const breakAt = (name: string) => (paragraphs.has(name) ? "\n\n" : inline.has(name) ? "" : "\n");
const paragraphs = new Set("p h1 h2 h3 h4 h5 h6 table ul ol blockquote".split(" "));

const isColour = (value: string | undefined) => value !== undefined && /^(#[0-9a-f]{3,8}|[a-z]{3,30})$/i.test(value);

const linkSchemes = ["http", "https", "mailto", "about"];

/**
 * Makes a link open in a new tab, one of another app only after our page has asked, and one to a place in the mail in
 * its frame. Removes every other URL: a relative one would lead to a page of Mayfly's own (threat 24).
 */
function linkTo(tagName: string, given: sanitizeHtml.Attributes, targets: LinkTargets) {
  // Only we write these two.
  const { href, "data-opens": _, [toldAddress]: __, ...others } = given;
  const place = /^\s*(#[^\s]*)\s*$/.exec(href ?? "")?.[1];
  // In the frame, a fragment alone would be one of the page around it.
  if (place !== undefined) return { tagName, attribs: { href: `about:srcdoc${place}`, ...others, target: "_self" } };
  const url = href === undefined ? undefined : targets.shown(href);
  const opens = url !== undefined && isAppLink(url);
  const address = url === undefined && href !== undefined ? targets.told(href) : undefined;
  const told = address ? { [toldAddress]: address } : {};
  const out = opens ? { href: askBeforeOpening(url), "data-opens": url } : url ? { href: url } : told;
  return { tagName, attribs: { ...out, ...others, target: "_blank", rel: "noopener noreferrer" } };
}

/** The attribute that carries, within this module, the address of a link that opens nothing. */
const toldAddress = "data-address";

/** Writes the address of each such link behind it. */
function withAddresses(html: string): string {
  if (!html.includes(toldAddress)) return html;
  /** Of the links that are open. */
  const open: (string | undefined)[] = [];
  // What stands in a style sheet is not escaped: without `<` it is text wherever it is put.
  return html.replace(/<a\b[^<>]*>|<\/a>/gi, (tag) => {
    if (tag.toLowerCase() === "</a>") {
      const address = open.pop();
      return address ? `${tag} &lt;${address}&gt;` : tag;
    }
    const [all, address] = / data-address="([^"<>]*)"/.exec(tag) ?? [];
    open.push(address);
    return all ? tag.replace(all, "") : tag;
  });
}

const showsSomething = (html: string) =>
  /<img\b/i.test(html) || html.replace(/<style\b[\s\S]*?<\/style>/gi, "").replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";

const unescapes: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (sign) => unescapes[sign] ?? sign);
