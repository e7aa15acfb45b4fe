import { flushSync } from "react-dom";

/** Presses a key again where the focus is now. What no shortcut takes is typed, as by the user. */
export function playKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
  const again = new KeyboardEvent("keydown", { key, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true });
  // Each key finds what the one before has changed.
  flushSync(() => (document.activeElement ?? document.body).dispatchEvent(again));
  const { activeElement: focused } = document;
  if (again.defaultPrevented || !(focused instanceof HTMLElement)) return;
  // The browser presses a focused link and types only for a key of the user's own.
  flushSync(() => {
    if (key === "Enter" && focused.closest("[data-message]")) focused.click();
    else if (focused.matches("input, textarea") && key === "Backspace") document.execCommand("delete");
    else if (focused.matches("input, textarea") && key.length === 1) document.execCommand("insertText", false, key);
  });
}
