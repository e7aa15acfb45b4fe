import { type ReactNode, useSyncExternalStore } from "react";

type ToastKind = "info" | "success" | "error";

export interface ToastEntry {
  id: number;
  /** Another each time that it is raised, also in its slot. */
  raised: number;
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

/**
 * In the place of one that says the same, or has the same slot. In a slot it stays the same toast, with another text: one
 * that comes anew each time would flicker.
 */
const add =
  (kind: ToastKind) =>
  (text: string, options: Pick<ToastEntry, "slot" | "duration" | "more"> = {}) => {
    const { slot } = options;
    const stands = entries.find((other) => slot !== undefined && other.slot === slot && other.kind === kind);
    const raised = ++lastId;
    const entry = { ...options, id: stands?.id ?? raised, raised, kind, text };
    const others = entries.filter(
      (other) => other === stands || (other.text !== text && (slot === undefined || other.slot !== slot)),
    );
    change(
      stands === undefined
        ? [...others, entry].slice(-toastsShown)
        : others.map((other) => (other === stands ? entry : other)),
    );
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
