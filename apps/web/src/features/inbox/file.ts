/** A file name without control characters: bidirectional marks could make "fdp.exe" look like "exe.pdf". */
export const shownName = (filename: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  filename.replace(/[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").trim() || "Unnamed file";

const units = ["bytes", "kB", "MB", "GB"];

/** A number of bytes as text, in decimal units. */
export function fileSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const count = bytes / 1000 ** step;
  return `${count.toFixed(step === 0 || count >= 100 ? 0 : 1)} ${bytes === 1 ? "byte" : units[step]}`;
}
