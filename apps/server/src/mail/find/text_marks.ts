// What the look of an HTML document says about its text, which the search for a code needs: control characters in the
// text say where it begins and ends.

/** Large, widely spaced or monospaced type. */
export const large = "\x0e";
/** Bold type. */
export const bold = "\x13";
/** Crossed out. */
export const struck = "\x10";
/** In the document, but not shown, such as the preheader of a newsletter. */
export const hidden = "\x11";
/** From the message that is replied to. */
export const quoted = "\x12";
/** Ends any of these. They do not stand within each other. */
export const markEnd = "\x0f";
/** Between two cells of a row. */
export const cellEnd = "\x1f";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters
const marks = /[\x0e-\x13]/g;

/** The text without its marks. */
export function withoutMarks(text: string): string {
  const unmarked = marks.test(text) ? text.replace(marks, "") : text;
  return unmarked.includes(cellEnd) ? unmarked.replaceAll(cellEnd, " ") : unmarked;
}
