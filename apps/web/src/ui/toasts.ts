import { type ReactNode, useSyncExternalStore } from "react";

type ToastKind = "info" | "success" | "error";

export interface ToastEntry {
  id: number;
  /** Another each time that it is raised, also in its slot. */
  raised: number;
  kind: ToastKind;
  text: string;
  /** Of the toasts with the same, the newest stands. Its text, if it has no other. */
  slot?: string | undefined;
  /** Milliseconds; without it the Toaster's own. */
  duration?: number | undefined;
  /** Two lines of the text are enough: what it tells of is on the screen. */
  brief?: boolean | undefined;
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

/** One that says the same, or has the same slot, stays, and says what is said now: another in its place would flicker. */
const add =
  (kind: ToastKind) =>
  (text: string, { slot = text, ...options }: Pick<ToastEntry, "slot" | "duration" | "brief" | "more"> = {}) => {
    const raised = ++lastId;
    const others = entries.filter((other) => other.text !== text && other.slot !== slot);
    const id = entries.find((other) => other.slot === slot && other.kind === kind)?.id ?? raised;
    change([...others, { ...options, slot, id, raised, kind, text }].slice(-toastsShown));
  };

export const toast = { info: add("info"), success: add("success"), error: add("error") };

/** One toast, or that of a slot. */
export const dismiss = (which: number | string) =>
  change(entries.filter(({ id, slot }) => id !== which && slot !== which));

export const dismissAll = () => change([]);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useToasts = () => useSyncExternalStore(subscribe, () => entries);
