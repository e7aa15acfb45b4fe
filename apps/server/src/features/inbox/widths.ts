import type { Attributes } from "sanitize-html";

/** Wider than the frame may be on a phone, and in a narrow window: it makes them fit. Pixels. */
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
/** A width that is a share, or found by itself, or may be more than it says: it tells nothing of the shape. */
const otherWidth =
  /(?:^|[;\s])(?:min-width\s*:|width\s*:(?!\s*(?:100%|\d{1,5}(?:\.\d{1,9})?(?:px|in|pt|cm|mm)?)\s*(?:[;!]|$)))/i;
const fullWidth = /(?:^|[;\s])width\s*:\s*100%/i;
/** What is longer than so many times its height is a line, and stays as thick as it is. */
const lineRatio = 40;

/** An image that is made to fit keeps the shape that it is given, which need not be that of its file. */
export function withRatio({ style = "", ...attribs }: Attributes): Attributes {
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
