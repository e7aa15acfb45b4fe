import { useSyncExternalStore } from "react";

/** How often times that are shown are made anew. Milliseconds. */
const every = 30_000;
const listeners = new Set<() => void>();
/** How far the server's clock is ahead of this computer's, which may be wrong by hours. Milliseconds. */
let ahead = 0;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time by the server's clock, as far as the server has told it; until then, by this computer's. */
export const serverTime = () => Date.now() + ahead;

/** @param instant the server's time, from an answer that has just arrived; null if it names none */
export function hearTime(instant: string | null) {
  const told = Date.parse(instant ?? "");
  if (Number.isNaN(told)) return;
  ahead = told - Date.now();
  if (Math.abs(serverTime() - now) > every) tick();
}

function tick() {
  now = serverTime();
  for (const each of listeners) each();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = serverTime();
    timer = setInterval(tick, every);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const present = () => now;

/** The server's time, at most half a minute old; all components that use it update together. */
export const useNow = () => useSyncExternalStore(subscribe, present, Date.now);
