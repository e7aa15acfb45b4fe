import { dialogIsOpen } from "../../ui/dialogIsOpen.ts";
import { isPaletteKey } from "./palette.ts";
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
    if (performance.now() - key.timeStamp > recent) continue;
    const isOther = key.ctrlKey || key.metaKey || key.altKey;
    // Some shortcuts may have listened already: what one of them took is not pressed twice.
    if (isPaletteKey(key) ? !dialogIsOpen() : !key.defaultPrevented && !isOther) playKey(key);
  }
}
