import { useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const key = "theme";
const chosen = stored(key); // public/theme.js reads the same key
const listeners = new Set<() => void>();

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Takes over the theme that was chosen in another tab. */
function follow(event: StorageEvent) {
  if (event.key === key || event.key === null) show(themes.find((theme) => theme === chosen.read()) ?? "system");
}

/** The browser's bar takes the first theme-color whose media matches: the chosen one goes before the system's two. */
function colourBar() {
  document.querySelector('meta[media=""]')?.remove();
  const bar = document.querySelector(`meta[media*=${current()}]`)?.cloneNode() as HTMLMetaElement | undefined;
  if (bar === undefined) return;
  bar.media = "";
  document.head.prepend(bar);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  colourBar();
  window.addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
  };
}

function show(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  colourBar();
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme) {
  chosen.write(theme === "system" ? null : theme);
  show(theme);
}

export const useTheme = () => useSyncExternalStore(subscribe, current, () => "system" as const);
