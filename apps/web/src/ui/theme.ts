import { useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const chosen = stored("theme"); // public/theme.js reads the same
const listeners = new Set<() => void>();

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function setTheme(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  chosen.write(theme === "system" ? null : theme);
  for (const listener of listeners) listener();
}

export const useTheme = () => useSyncExternalStore(subscribe, current, () => "system" as const);
