import pLimit, { type LimitFunction } from "p-limit";
import { Refusal } from "./refusal.ts";

/**
 * @param work is told whether it had to wait
 * @throws Refusal when a company has too much waiting already
 */
export type TakeTurn = <Value>(company: string, work: (waited: boolean) => Promise<Value>) => Promise<Value>;

interface Limits {
  atOnce: number;
  waiting: number;
  /** When whoever is refused may come again. Seconds. */
  again: number;
}

/** Lets each company have only so much under way at once, and so much waiting, so that none keeps the others waiting. */
export function openTurns({ atOnce, waiting, again }: Limits): TakeTurn {
  const companies = new Map<string, LimitFunction>();
  return async (company, work) => {
    const own = companies.get(company) ?? pLimit(atOnce);
    if (own.pendingCount >= waiting) throw Refusal.tooMany(again);
    companies.set(company, own);
    const waits = own.activeCount + own.pendingCount >= atOnce;
    try {
      return await own(() => work(waits));
    } finally {
      if (own.activeCount + own.pendingCount === 0) companies.delete(company);
    }
  };
}
