import { useSyncExternalStore } from "react";
import { array, string } from "zod/mini";
import { stored } from "../../ui/stored.ts";

/** Addresses that the user has pinned in this browser. */
const kept = stored("pinned-addresses");
const Pinned = array(string());
const listeners = new Set<() => void>();
const none: readonly string[] = [];
let text: string | null | undefined;
let pinned = none;

function read() {
  const now = kept.read();
  if (now === text) return pinned;
  text = now;
  try {
    pinned = Pinned.parse(JSON.parse(now ?? "[]"));
  } catch {
    pinned = none;
  }
  return pinned;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab may pin one.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export const usePinned = () => useSyncExternalStore(subscribe, read, () => none);

export function pin(address: string, isPinned: boolean) {
  const others = read().filter((each) => each !== address);
  kept.write(JSON.stringify(isPinned ? [...others, address] : others));
  for (const listener of listeners) listener();
}
