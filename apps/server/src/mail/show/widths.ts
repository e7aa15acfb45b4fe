import type { Attributes } from "sanitize-html";

/** The frame may be narrower than this on a phone, or in a narrow window, and makes wider elements fit. Pixels. */
const wide = { phone: 280, window: 400 };
const styledWidth = /(?:^|[;\s])(?:min-)?width\s*:\s*(\d{3,5})(?:\.\d{1,9})?px/i;

/** Marks a table or a block that is wider than a frame may be. */
export function markedWide(tagName: string, attribs: Attributes) {
  const width = styledWidth.exec(attribs["style"] ?? "")?.[1] ?? pixels.exec(attribs["width"] ?? "")?.[1];
  if (Number(width) >= wide.window) return { tagName, attribs: { ...attribs, "data-wide": "window" } };
  return { tagName, attribs: Number(width) >= wide.phone ? { ...attribs, "data-wide": "phone" } : attribs };
}

const pixels = /^\s*([1-9]\d{0,4})(?:px)?\s*$/i;
/** The width and the height that a style gives in a unit of length, as Outlook writes them. */
const styledSides = /(?:^|;)\s*(width|height)\s*:\s*(\d{1,5}(?:\.\d{1,9})?)(px|in|pt|cm|mm)\s*(?=;|$)/gi;
/** A relative or automatic width, or a min-width: it tells nothing about the shape of the image. */
const otherWidth =
  /(?:^|[;\s])(?:min-width\s*:|width\s*:(?!\s*(?:100%|\d{1,5}(?:\.\d{1,9})?(?:px|in|pt|cm|mm)?)\s*(?:[;!]|$)))/i;
const fullWidth = /(?:^|[;\s])width\s*:\s*100%/i;
/** An image at least this many times as wide as it is high is a line, and keeps its height. */
const lineRatio = 40;

/** Makes an image that is shrunk to fit keep the shape that the mail gives it, which may differ from its file's. */
export function withRatio({ style = "", ...attribs }: Attributes): Attributes {
  // A height in the style overrides the height attribute.
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

/** The declaration at the beginning of an image's style that keeps its shape; empty for a line. */
const ratio = (width?: string, height?: string) =>
  width && height && Number(width) / Number(height) < lineRatio ? `aspect-ratio:${width}/${height};` : "";
