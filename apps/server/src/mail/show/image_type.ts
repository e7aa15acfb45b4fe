/** Signatures of the raster images that browsers show: texts at offsets (WHATWG MIME Sniffing, section 6.1). */
const signatures: [type: string, ...parts: [at: number, text: string][]][] = [
  ["image/png", [0, "\x89PNG\r\n\x1a\n"]],
  ["image/jpeg", [0, "\xff\xd8\xff"]],
  ["image/gif", [0, "GIF87a"]],
  ["image/gif", [0, "GIF89a"]],
  ["image/webp", [0, "RIFF"], [8, "WEBPVP"]],
  ["image/bmp", [0, "BM"]],
  ["image/x-icon", [0, "\0\0\x01\0"]],
  ["image/avif", [4, "ftypavif"]],
];

/** The type of a raster image by its bytes, not its name; undefined for all else, also vector images (threat 28). */
export function rasterType(bytes: Buffer): string | undefined {
  const start = bytes.toString("latin1", 0, 16);
  return signatures.find(([, ...parts]) => parts.every(([at, text]) => start.startsWith(text, at)))?.[0];
}
