import { shownTexts, type Texts } from "../mime/texts.ts";
import { textOf } from "./html_to_text.ts";
import type { LinkTargets } from "./link_targets.ts";

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
