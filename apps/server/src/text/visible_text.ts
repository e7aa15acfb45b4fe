import { isAscii } from "./ascii.ts";

// Escape sequences for colours and the like (ECMA-48, 5.4), character sets and titles.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for control characters
const terminal = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[()][0-9A-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;
/** Removes the escape sequences that programs write for terminals. */
export const withoutTerminal = (text: string) => (text.includes("\x1b") ? text.replace(terminal, "") : text);

const controls = /(?![\t\n\r])\p{Cc}/gu;
/** Removes control characters from a plain text, because a browser would draw them as boxes. */
export const withoutControls = (text: string) => withoutTerminal(text).replace(controls, "");

// Characters that show nothing between letters, or show a blank. Newsletters fill their hidden preheaders with them.
const shownAsNothing = /[\u00ad\u180e]|\u034f/gu;
const shownAsBlank = /[\u2800\u3164\uffa0]/g;
/** Some scripts and emoji need joiners between their characters. Joiners anywhere else join nothing. */
const idleJoiner = /[\u200c\u200d](?:(?<![\p{L}\p{M}\p{S}].)|(?![\p{L}\p{M}\p{S}]))/gu;
/** A text without the characters that only take up room. */
export function withoutFillers(given: string): string {
  const text = withoutTerminal(given);
  if (isAscii(text)) return text;
  return text.replace(shownAsNothing, "").replace(shownAsBlank, " ").replace(idleJoiner, "");
}

// Nobody sees them within a word: a space of no width, and what joins without a blank.
const ofNoWidth = /[\u200b\u2060-\u2064\ufeff]+/g;
// C0 and C1 controls, and the marks that change the direction of the text behind them.
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2065-\u2069]+/gu;
/** A text in one line, without characters that hide or reorder others (threat 20). */
export const joined = (text: string) =>
  text.replace(ofNoWidth, "").replace(unprintable, " ").replace(/\s+/g, " ").trim().toWellFormed();
/** What a reader sees of a text, in one line. */
export const visibleLine = (text: string) => joined(withoutFillers(text));
