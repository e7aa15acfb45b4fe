import { createContext } from "react";

/** Opens the command palette, on the screens that have one. */
export const OpenPalette = createContext<() => void>(() => {});

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** As keyboards name them. */
export const paletteKeys = apple ? "⌘ K" : "Ctrl K";

/** Apple's Ctrl-K is for editing text. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && (apple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
