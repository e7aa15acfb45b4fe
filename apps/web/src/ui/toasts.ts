import { type ReactNode, useSyncExternalStore } from "react";

type ToastKind = "info" | "success" | "error";

export interface ToastEntry {
  id: number;
  kind: ToastKind;
  text: string;
  /** Of the toasts with the same, the newest stands. */
  slot?: string | undefined;
  /** Milliseconds; without it the Toaster's own. */
  duration?: number | undefined;
  /** Below the text. */
  more?: ReactNode;
}

/** Toasts on the screen at a time; the oldest make room. */
const toastsShown = 5;

// Outside React, so that a toast outlives the screen that raised it.
let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

/** In the place of one that says the same, or has the same slot. */
const add =
  (kind: ToastKind) =>
  (text: string, options: Pick<ToastEntry, "slot" | "duration" | "more"> = {}) => {
    const { slot } = options;
    const others = entries.filter((entry) => entry.text !== text && (slot === undefined || entry.slot !== slot));
    change([...others, { ...options, id: ++lastId, kind, text }].slice(-toastsShown));
  };

export const toast = { info: add("info"), success: add("success"), error: add("error") };

/** One toast, or that of a slot. */
export const dismiss = (which: number | string) =>
  change(entries.filter(({ id, slot }) => id !== which && slot !== which));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useToasts = () => useSyncExternalStore(subscribe, () => entries);
