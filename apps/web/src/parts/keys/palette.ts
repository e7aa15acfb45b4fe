import { createContext } from "react";

/** Opens the command palette, on the screens that have one. */
export const OpenPalette = createContext<() => void>(() => {});

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The shortcut, with its keys named as on the keyboard. */
export const paletteKeys = apple ? "⌘ K" : "Ctrl K";

/** On Apple's systems only Cmd-K, because Ctrl-K edits text there. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && (apple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
