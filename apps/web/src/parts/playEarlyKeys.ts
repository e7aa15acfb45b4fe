import { flushSync } from "react-dom";

declare global {
  interface Window {
    /** What was pressed on the screen as the server has drawn it (http/drawn_page.ts). Undefined: no longer kept. */
    earlyKeys?: KeyboardEvent[] | undefined;
  }
}

/** Milliseconds. Keys pressed longer ago were meant for another screen, such as the login. */
const recent = 5_000;

/** Plays the keys that were pressed before the app listened to them, in their order and at once. */
export function playEarlyKeys() {
  const keys = window.earlyKeys ?? [];
  window.earlyKeys = undefined;
  for (const { key, shiftKey, ctrlKey, metaKey, altKey, timeStamp } of keys) {
    if (ctrlKey || metaKey || altKey || performance.now() - timeStamp > recent) continue;
    const again = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
    // Each key finds what the one before has changed.
    flushSync(() => (document.activeElement ?? document.body).dispatchEvent(again));
    const { activeElement: row } = document;
    // The browser presses a focused link only for a key of the user's own.
    if (key === "Enter" && !again.defaultPrevented && row instanceof HTMLElement && row.closest("[data-message]")) {
      flushSync(() => row.click());
    }
  }
}
