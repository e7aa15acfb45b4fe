const plain = "text/plain";

/**
 * Copies the text and returns whether that worked. A text that comes later must be given at once, as a promise: Safari
 * allows access to the clipboard only within the handler of a press.
 */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  try {
    if (navigator.clipboard === undefined) return copySelected(await text);
    if (typeof text === "string" || typeof ClipboardItem === "undefined") {
      await navigator.clipboard.writeText(await text);
    } else {
      const blob = text.then((is) => new Blob([is], { type: plain }));
      // If the browser refuses the clipboard, nobody else handles a rejection of this promise.
      blob.catch(() => undefined);
      await navigator.clipboard.write([new ClipboardItem({ [plain]: blob })]);
    }
    return true;
  } catch {
    return false;
  }
}

/** Pages served without TLS get no `navigator.clipboard`, but can copy what is selected in them. */
function copySelected(text: string): boolean {
  const shown = document.createElement("span");
  shown.className = "sr-only";
  shown.textContent = text;
  // Set the text itself: text copied from a page has lost blanks and gained colours.
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
