import { textOf } from "./html_text.ts";
import type { LinkTargets } from "./link_targets.ts";

/** A text that a message shows. It is decoded only when `read` is called. */
export interface Text {
  type: "plain" | "html";
  read(): string;
}

/** The texts of a message as they stand in it: one after the other, or the same thing in several forms (RFC 2046, 5.1.4). */
export type Texts = Text | { alternative: boolean; parts: Texts[] };

/** The texts of a message to show, in their order. @param form which to take of texts that come in both forms */
export function shownTexts(texts: Texts, form: Text["type"]): Text[] {
  if (!("parts" in texts)) return texts.type === "plain" && texts.read().trim() === "" ? [] : [texts];
  const parts = texts.parts.map((part) => shownTexts(part, form));
  if (texts.alternative) {
    const wanted = ({ type }: Text) => type === form;
    // An alternative with files between its texts may have some of these texts in the other form.
    for (const fits of [parts.filter((part) => part.every(wanted)), parts.filter((part) => part.some(wanted))]) {
      const found = fits.flat();
      if (found.length > 0) return found;
    }
  }
  return parts.flat();
}

/** A message as plain text, or the beginning of it. @param targets if given, the links of HTML are followed by their URLs */
export function plainText(texts: Texts, length: number, targets?: () => LinkTargets): string {
  let text = "";
  for (const one of shownTexts(texts, "plain")) {
    if (text.length >= length) break;
    const own = one.type === "html" ? textOf(one.read(), length, targets?.()) : one.read();
    text += text === "" ? own : `\n${own}`;
  }
  return text.slice(0, length);
}

// Escape sequences for colours and the like (ECMA-48, 5.4), character sets and titles.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for control characters
const terminal = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[()][0-9A-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;
/** Removes the escape sequences that programs write for terminals. */
export const withoutTerminal = (text: string) => (text.includes("\x1b") ? text.replace(terminal, "") : text);

const controls = /(?![\t\n\r])\p{Cc}/gu;
/** Removes control characters from a plain text, because a browser would draw them as boxes. */
export const withoutControls = (text: string) => withoutTerminal(text).replace(controls, "");
