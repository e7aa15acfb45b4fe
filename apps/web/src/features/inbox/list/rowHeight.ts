/** The height of a list row in pixels, which grows with the text size that the reader has chosen. */
export function rowHeight(showRecipient: boolean): number {
  // The server assumes the default text size, which nearly everybody has.
  const rem =
    typeof document === "undefined" ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  // Three lines of 1.25 rem between 0.75 rem of padding, and for a recipient one of 1 rem under a gap of 0.125 rem.
  return Math.ceil((showRecipient ? 6.375 : 5.25) * rem) + 1;
}
