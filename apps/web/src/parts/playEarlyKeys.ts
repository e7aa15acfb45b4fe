import { playKey } from "./playKey.ts";

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
  for (const key of keys) {
    // Some shortcuts may have listened already: what one of them took is not pressed twice.
    if (key.defaultPrevented || key.ctrlKey || key.metaKey || key.altKey || performance.now() - key.timeStamp > recent)
      continue;
    playKey(key);
  }
}
