/** A text without control characters: bidirectional marks could make "fdp.exe" look like "exe.pdf" (threat 20). */
export const withoutControls = (text: string) =>
  text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();
