import { setTimeout as wait } from "node:timers/promises";

/** How long is waited for what should come soon: against hanging alone, since a busy machine takes its time. Milliseconds. */
export const patience = 600_000;

/** Waits until something holds, and not for longer than so many milliseconds. */
export async function until(holds: () => boolean, most = patience): Promise<void> {
  const giveUp = performance.now() + most;
  while (!holds() && performance.now() < giveUp) await wait(50);
}
