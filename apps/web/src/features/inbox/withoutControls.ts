/** A text without control characters: bidirectional marks could make "fdp.exe" look like "exe.pdf" (threat 20). */
export const withoutControls = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim();
