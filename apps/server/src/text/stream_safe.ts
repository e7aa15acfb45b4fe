import { isAscii } from "./ascii.ts";

/** Marks and what normalising turns into marks: the voiced sound marks of Japanese in half width. */
const mark = "[\\p{M}\\uff9e\\uff9f]";
/** A run that is longer than text of any language has (Unicode Standard Annex 15, section 13). */
const longRun = new RegExp(`(${mark}{30})${mark}+`, "gu");

/**
 * A text whose runs of marks are cut after 30. To be called before every `normalize` of a text that may be long: sorting the
 * marks of a run takes the square of its length (threat 59).
 */
export const streamSafe = (text: string): string => (isAscii(text) ? text : text.replace(longRun, "$1"));
