import { Parser } from "htmlparser2";
import { shownTexts, type Texts } from "../mime/texts.ts";
import { cidOf } from "./embedded_images.ts";
import { rasterType } from "./image_type.ts";

/** What came with a message besides its texts. */
export interface Enclosed {
  /** Its Content-ID, by which HTML refers to it (RFC 2392). */
  cid: string | undefined;
  /** Its Content-Location. */
  location?: string | undefined;
  /** Its bytes, or the first of them. */
  content: Buffer;
}

/** Enough of a file to tell whether it is an image to show. */
export const signatureBytes = 16;

/** Elements whose content is not shown. */
const unseen = new Set(["script", "title"]);
/** Elements of which the sanitiser knows what browsers show; ordinary mail has none. */
const odd = new Set(
  ["noscript", "template", "textarea", "option", "select", "iframe", "xmp", "noembed", "noframes", "plaintext"].concat([
    ...["svg", "math", "object", "audio", "video"],
  ]),
);
const styled = /cid|\\/i;
/** Deeper documents are shown as their text. The parser's time grows with the square of the depth (threat 16). */
const mostDepth = 1000;
/** A document is parsed in steps of this many characters, to stop when it turns out to be odd. */
const stepLength = 16 * 1024;

/**
 * Whether all that came with a message are images that its HTML shows, told in a fraction of the time that making the
 * HTML safe takes (rendering.ts), and to the same result.
 * @returns undefined when only that can tell
 */
export function showsAll(texts: Texts, enclosed: Enclosed[]): boolean | undefined {
  if (enclosed.some(({ location }) => location)) return undefined;
  const missing = new Set(enclosed.map(({ cid }) => cid));
  const isShowable = ({ cid, content }: Enclosed) => cid && rasterType(content.subarray(0, signatureBytes));
  if (missing.size < enclosed.length || !enclosed.every(isShowable)) return false;
  let isOdd = false;
  let isStyled = false;
  let hidden = 0;
  let depth = 0;
  const style = (css: string | undefined) => {
    isStyled ||= css !== undefined && styled.test(css);
  };
  for (const { type, read } of shownTexts(texts, "html")) {
    if (type !== "html") continue;
    let inStyle = false;
    [hidden, depth] = [0, 0];
    const parser = new Parser({
      onopentag(name, { src, style: own, background }) {
        depth += 1;
        if (hidden > 0 || unseen.has(name)) hidden += 1;
        isOdd ||= odd.has(name) || depth > mostDepth;
        inStyle = name === "style";
        if (hidden > 0) return;
        style(own);
        style(background);
        if (name === "img" && src !== undefined) missing.delete(cidOf(src));
      },
      ontext(text) {
        if (inStyle) style(text);
      },
      onclosetag() {
        depth -= 1;
        inStyle = false;
        if (hidden > 0) hidden -= 1;
      },
    });
    const html = read();
    for (let start = 0; start < html.length && !isOdd; start += stepLength) {
      parser.write(html.slice(start, start + stepLength));
    }
    if (!isOdd) parser.end();
  }
  if (isOdd) return undefined;
  if (missing.size === 0) return true;
  return isStyled ? undefined : false;
}
