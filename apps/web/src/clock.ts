import { useSyncExternalStore } from "react";

const every = 30_000;
const listeners = new Set<() => void>();
/** How far the server's clock is ahead of this computer's, which may be wrong by hours. */
let ahead = 0;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The server's time as far as it is known: what it tells of times is told from there. */
export const present = () => Date.now() + ahead;

/** @param instant the server's time as it has just been told, if it was */
export function hearTime(instant: string | null) {
  const told = Date.parse(instant ?? "");
  if (Number.isNaN(told)) return;
  ahead = told - Date.now();
  if (Math.abs(present() - now) > every) tick();
}

function tick() {
  now = present();
  for (const each of listeners) each();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = present();
    timer = setInterval(tick, every);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const ticked = () => now;

/** The server's time, at most half a minute old; all who ask tick together. */
export const useNow = () => useSyncExternalStore(subscribe, ticked, Date.now);
