import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const prefix = "mfly_";
const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 192 bits, as log2(62 ** 33) is 196. */
const randomSigns = 33;
const checkSigns = 6;
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomSigns + checkSigns}}$`);

/** CRC-32 of a text in base 62. */
function checksum(text: string): string {
  let rest = crc32(text);
  let written = "";
  for (let count = 0; count < checkSigns; count += 1) {
    written = signs.charAt(rest % signs.length) + written;
    rest = Math.floor(rest / signs.length);
  }
  return written;
}

/** A new key: `mfly_`, 33 random characters, and a checksum of what stands before (row Q03). */
export function makeKey(): string {
  const random = Array.from({ length: randomSigns }, () => signs.charAt(randomInt(signs.length))).join("");
  return prefix + random + checksum(prefix + random);
}

/** Whether a text can be a key. One that was mistyped or cut off cannot, and costs no look-up. */
export const isKey = (text: string): boolean =>
  form.test(text) && checksum(text.slice(0, -checkSigns)) === text.slice(-checkSigns);

/** What the database knows of a key. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** The characters by which people recognise a key. */
export const firstOf = (key: string): string => key.slice(0, 8);
