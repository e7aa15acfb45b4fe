const plain = "text/plain";

/**
 * Whether the text is on the clipboard now. Text that comes later must be given at once all the same: Safari takes
 * nothing that is not asked for within the press itself.
 */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  try {
    if (navigator.clipboard === undefined) return copySelected(await text);
    if (typeof text === "string" || typeof ClipboardItem === "undefined") {
      await navigator.clipboard.writeText(await text);
    } else {
      const blob = text.then((is) => new Blob([is], { type: plain }));
      // If the clipboard is refused, nobody else takes notice of it.
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ [plain]: blob })]);
    }
    return true;
  } catch {
    return false;
  }
}

/** From pages served without TLS browsers keep the clipboard, but for what is selected in them. */
function copySelected(text: string): boolean {
  const shown = document.createElement("span");
  shown.className = "sr-only";
  shown.textContent = text;
  // The text itself: what is copied from a page has lost blanks and taken on colours.
  shown.addEventListener("copy", (event) => {
    event.preventDefault();
    event.clipboardData?.setData(plain, text);
  });
  document.body.append(shown);
  getSelection()?.selectAllChildren(shown);
  const copied = document.execCommand("copy");
  shown.remove();
  return copied;
}
