import { setTimeout as wait } from "node:timers/promises";
import type { SmtpSender } from "./smtp_sender.ts";

/**
 * An even pace that begins now. A turn that is late comes at once.
 * @param rate turns a second
 * @returns a function that waits for the turn with this number, from 0
 */
export function evenPace(rate: number): (no: number) => Promise<void> {
  const begin = performance.now();
  return async (no) => {
    const early = begin + (no * 1000) / rate - performance.now();
    if (early > 0) await wait(early);
  };
}

/** Sends messages at an even pace, each over whichever connection is free. All have been answered when it returns. */
export async function sendSteadily(
  senders: SmtpSender[],
  { count, rate }: { count: number; rate: number },
  send: (sender: SmtpSender, no: number) => Promise<void>,
): Promise<void> {
  const turn = evenPace(rate);
  let next = 0;
  const work = async (sender: SmtpSender) => {
    for (let no = next++; no < count; no = next++) {
      await turn(no);
      await send(sender, no);
    }
  };
  await Promise.all(senders.map(work));
}
