import { shownTexts, type Text, type Texts } from "../mime/texts.ts";
import { type Part, textOf } from "./html_to_text.ts";
import { type LinkTargets, linkTargets } from "./link_targets.ts";

/** A message as plain text, or the beginning of it. @param targets if given, the links of HTML are followed by their URLs */
export const plainText = (texts: Texts, length: number, targets?: () => LinkTargets): string =>
  joinedText(shownTexts(texts, "plain"), length, { targets });

/** As `plainText` with the URLs of links, only the part that the styles of HTML show a reader, or hide. */
export function partText(texts: Texts, length: number, only: Part): string {
  const own = shownTexts(texts, "plain").filter(({ type }) => only === "shown" || type === "html");
  return joinedText(own, length, { targets: linkTargets, only });
}

/**
 * All that a message says as plain text, or the beginning of each: the form that is shown, and then what only its other form
 * says. Usually the two say the same, but some senders write only "Please use a program that shows HTML" in one of them.
 * @param targets makes what says where the links of one document lead
 */
export function textForms(texts: Texts, length: number, targets: () => LinkTargets = linkTargets): string[] {
  const shown = shownTexts(texts, "html");
  const others = shownTexts(texts, "plain").filter((text) => !shown.includes(text));
  return [shown, others].filter((form) => form.length > 0).map((form) => joinedText(form, length, { targets }));
}

/** The beginning of a message as plain text, with marks that say how the text of HTML looks (text_marks.ts). */
export const markedText = (texts: Texts, length: number): string =>
  joinedText(shownTexts(texts, "plain"), length, { marked: true });

function joinedText(
  texts: Text[],
  length: number,
  { targets, ...options }: { targets?: (() => LinkTargets) | undefined; only?: Part; marked?: boolean },
): string {
  let text = "";
  for (const one of texts) {
    if (text.length >= length) break;
    const own = one.type === "html" ? textOf(one.read(), length, { ...options, targets: targets?.() }) : one.read();
    text += text === "" ? own : `\n${own}`;
  }
  return text.slice(0, length);
}
