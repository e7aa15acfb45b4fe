const plain = "text/plain";

/**
 * Whether the text is on the clipboard now. Text that comes later must be given at once all the same: Safari takes
 * nothing that is not asked for within the press itself.
 */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string" || typeof ClipboardItem === "undefined") {
      await navigator.clipboard.writeText(await text);
    } else {
      const blob = text.then((is) => new Blob([is], { type: plain }));
      // If the clipboard is not there, nobody else takes notice of it.
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ [plain]: blob })]);
    }
    return true;
  } catch {
    // Refused, or not there: browsers keep the clipboard from pages served without TLS.
    return false;
  }
}
