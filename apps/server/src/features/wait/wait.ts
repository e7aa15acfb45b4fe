import { Counter } from "../../limits/counter.ts";
import type { Metrics } from "../../monitoring/metrics.ts";
import { Refusal } from "../../refusal.ts";
import type { Arrival, Waiters, Waiting } from "../../waiters.ts";
import { openClaimFloors } from "./claim_floors.ts";

export type { Waiters };

/** Calls that wait at once in this process (row R07). */
export const waitsOfKey = 250;
export const waitsOfCompany = 500;
/** When a call that is told so may try again. Seconds. */
const retrySeconds = 5;

interface Entry extends Waiting {
  isWoken: boolean;
  /** It has looked, and waits. */
  isWaiting: boolean;
  wake(): void;
}

export function openWaiters(metrics: Pick<Metrics, "watch">): Waiters {
  const all = new Map<string, Set<Entry>>();
  const counts = { key: new Counter(), company: new Counter() };
  const claimFloors = openClaimFloors();
  let isStopped = false;
  metrics.watch("waits", "Calls that wait for mail", () => counts.company.all);

  const wakeNextClaimer = (address: string, mayWant: (entry: Entry) => boolean) => {
    const entries = all.get(address) ?? new Set();
    for (const entry of entries) {
      if (!entry.claims || entry.isWoken || !mayWant(entry)) continue;
      // The next message is for the next one.
      entries.delete(entry);
      entries.add(entry);
      entry.wake();
      return;
    }
  };

  return {
    claimFloors,
    get isStopped() {
      return isStopped;
    },
    enter(waiting) {
      const { key, company, address } = waiting;
      if (counts.key.count(key) >= waitsOfKey || counts.company.count(company) >= waitsOfCompany) {
        throw Refusal.tooMany(retrySeconds, "Too many of your calls are already waiting for mail.");
      }
      let onWoken = () => {};
      const entry: Entry = {
        ...waiting,
        isWoken: false,
        isWaiting: false,
        wake() {
          entry.isWoken = true;
          onWoken();
        },
      };
      counts.key.add(key);
      counts.company.add(company);
      const entries = all.get(address) ?? new Set();
      all.set(address, entries.add(entry));
      return {
        async woken(milliseconds, signal) {
          if (!entry.isWoken && !isStopped && !signal.aborted) {
            entry.isWaiting = true;
            await new Promise<void>((resolve) => {
              const timer = setTimeout(done, milliseconds);
              function done() {
                clearTimeout(timer);
                signal.removeEventListener("abort", done);
                onWoken = () => {};
                resolve();
              }
              signal.addEventListener("abort", done);
              onWoken = done;
            });
          }
          entry.isWoken = false;
          entry.isWaiting = false;
        },
        passOn: () => wakeNextClaimer(address, () => true),
        [Symbol.dispose]() {
          counts.key.remove(key);
          counts.company.remove(company);
          entries.delete(entry);
          if (entries.size === 0 && all.get(address) === entries) all.delete(address);
          // What woke it last may be of use to another one.
          if (entry.claims && entry.isWoken) wakeNextClaimer(address, () => true);
        },
      };
    },
    hear(stored: Arrival[]) {
      for (const message of stored) {
        claimFloors.lower(message.recipients, message.creation);
        for (const entry of all.get(message.recipients) ?? []) {
          if (!entry.claims && entry.mayWant(message)) entry.wake();
        }
        wakeNextClaimer(message.recipients, (entry) => entry.mayWant(message));
      }
    },
    waitingAt: (address) => [...(all.get(address) ?? [])].filter(({ isWaiting }) => isWaiting).length,
    stop() {
      isStopped = true;
      for (const entries of all.values()) for (const entry of entries) entry.wake();
    },
  };
}
