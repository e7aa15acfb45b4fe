import { type ReactNode, useSyncExternalStore } from "react";

type ToastKind = "info" | "success" | "error";

export interface ToastEntry {
  id: number;
  /** A new number each time the toast is raised, also if it replaces one in its slot. */
  raised: number;
  kind: ToastKind;
  text: string;
  /** Only the newest of the toasts with the same slot is shown. The text is the default. */
  slot?: string | undefined;
  /** Milliseconds; without it the Toaster's own. */
  duration?: number | undefined;
  /** Shows two lines of the text at most: the screen shows what the toast is about. */
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

/**
 * Replaces toasts of the same text or slot, but keeps the id of one in the slot: a new element would flicker. One with
 * more below its text replaces only what is in its slot.
 */
const add =
  (kind: ToastKind) =>
  (text: string, { slot = text, ...options }: Pick<ToastEntry, "slot" | "duration" | "brief" | "more"> = {}) => {
    const raised = ++lastId;
    const others = entries.filter((other) => (other.text !== text || options.more) && other.slot !== slot);
    const id = entries.find((other) => other.slot === slot && other.kind === kind)?.id ?? raised;
    change([...others, { ...options, slot, id, raised, kind, text }].slice(-toastsShown));
  };

const success = add("success");
/** Says what the clipboard holds now: an earlier one would no longer be true. */
const copied = (text: string, { duration }: Pick<ToastEntry, "duration"> = {}) =>
  success(text, { slot: "copied", duration });

export const toast = { info: add("info"), success, copied, error: add("error") };

/** Dismisses one toast by its id, or the toast of a slot. */
export const dismiss = (which: number | string) =>
  change(entries.filter(({ id, slot }) => id !== which && slot !== which));

export const dismissAll = () => change([]);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the toast of a slot is on the screen. */
export const isShown = (slot: string) => entries.some((entry) => entry.slot === slot);

export const useToasts = () => useSyncExternalStore(subscribe, () => entries);
