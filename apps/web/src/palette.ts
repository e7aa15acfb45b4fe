import { createContext } from "react";

/** Opens the command palette, on the screens that have one. */
export const OpenPalette = createContext<() => void>(() => {});

/** As keyboards name them: on Apple's the palette opens with the command key too. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
