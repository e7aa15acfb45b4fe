import { withoutControls } from "./withoutControls.ts";

export const shownName = (filename: string) => withoutControls(filename) || "Unnamed file";

const units = ["bytes", "kB", "MB", "GB"];

/** A number of bytes as text, in decimal units. */
export function fileSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const count = bytes / 1000 ** step;
  return `${count.toFixed(step === 0 || count >= 100 ? 0 : 1)} ${bytes === 1 ? "byte" : units[step]}`;
}
