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
