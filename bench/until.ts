import { setTimeout as wait } from "node:timers/promises";

/** Waits until something holds, and not for longer than so many milliseconds. */
export async function until(holds: () => boolean, most: number): Promise<void> {
  const giveUp = performance.now() + most;
  while (!holds() && performance.now() < giveUp) await wait(50);
}
