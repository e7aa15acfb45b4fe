import { LRUCache } from "lru-cache";
import { type Clock, day, timer } from "../../clock.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Counter } from "../../limits/counter.ts";
import { type Event, happened, system } from "../event/event.ts";
import { countUse, type QuotaFactor, type Use, type Used, useOf } from "../subscription/quota.ts";

/**
 * How often what has come is written down, and so what other processes took in is heard of: a company can go over its
 * quota by what the others take in meanwhile. Milliseconds.
 */
const gatherMilliseconds = 1_000;
/** How long a company whose quota is used up is turned away without another look at its plan. Milliseconds. */
const rememberedMilliseconds = 5_000;
const rememberedCompanies = 10_000;

/** Mail is put off: a company among its recipients has received as much today as its plan allows. */
export class OverQuota extends Error {
  /** What its plan allows a day, in kB; undefined: the message is for other companies too. */
  readonly allowedKb: number | undefined;
  constructor(allowedKb: number | undefined) {
    super("mail quota is used up");
    this.allowedKb = allowedKb;
  }
}

/** How much mail a company may receive on one day (UTC), by its plan. What it deletes counts all the same (threat 63). */
export interface MailQuota {
  /** The kB that a company may receive a day, if it has received them today; undefined: it takes more. */
  usedUp(company: string): Promise<number | undefined>;
  /**
   * Counts a message that is about to be stored, once for each company. The one that reaches the quota is taken whole.
   * @returns what to call with whether it was stored
   * @throws OverQuota when one of the companies takes no more
   */
  take(companies: Iterable<string>, bytes: number): Promise<(isStored: boolean) => void>;
  /** Fulfilled when all that has come is written, or could not be. */
  close(): Promise<void>;
}

/** What the database says of a company's mail of a day. */
interface DayUsage {
  usedKb: number;
  allowedKb: number;
  /** Whether it was asked too long ago to turn mail away by it. */
  isOld(): boolean;
}

interface Options extends QuotaFactor {
  rootDb: RootDatabase;
  clock: Clock;
  /** Called when what has come could not be written. It is written later, with what comes until then. */
  onFailure(error: unknown): void;
}

/**
 * Counts in memory, and writes once a second for all companies together: a message costs no statement. A process that is
 * killed forgets what it took in within its last second.
 */
export function openMailQuota({ rootDb, clock, limitFactor, onFailure }: Options): MailQuota {
  if (limitFactor === 0) {
    return { usedUp: async () => undefined, take: async () => () => undefined, close: async () => undefined };
  }
  // All are kept by day and company.
  const known = new LRUCache<string, DayUsage>({ max: rememberedCompanies });
  const asking = new Map<string, Promise<DayUsage>>();
  /** kB that this process took in, or is about to, and that are in no `usedKb` yet. */
  const own = new Counter();
  let unwritten = new Counter();
  let next: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const keyOf = (company: string) => `${day(clock())} ${company}`;
  const isUsedUp = (key: string, { usedKb, allowedKb }: DayUsage) => usedKb + own.count(key) >= allowedKb;

  function keep(key: string, { used, allowed }: Pick<Used, "used" | "allowed">): DayUsage {
    const found = { usedKb: used, allowedKb: allowed, isOld: timer(clock, rememberedMilliseconds) };
    known.set(key, found);
    return found;
  }

  /** Asks the database, once for all who want to know. */
  function ask(key: string): Promise<DayUsage> {
    const asked =
      asking.get(key) ??
      useOf(rootDb, { limitFactor }, "mail_kb", partsOf(key), clock())
        .then((row) => keep(key, row))
        .finally(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  }

  /** What is known of a company; of one that takes no more, not for long: its plan may allow more by now. */
  async function lookUp(key: string): Promise<DayUsage> {
    const last = known.get(key);
    if (last === undefined) return ask(key);
    return isUsedUp(key, last) && last.isOld() ? ask(key) : last;
  }

  function flush() {
    next = undefined;
    const batch = unwritten;
    unwritten = new Counter();
    if (batch.all === 0) return;
    const uses = [...batch.entries()].map(([key, kb]) => ({ ...partsOf(key), count: kb }));
    writing = writing
      .then(() => write(rootDb, clock(), { limitFactor }, uses))
      .then((rows) => {
        for (const row of rows) {
          const key = `${row.day} ${row.company}`;
          keep(key, row);
          own.remove(key, batch.count(key));
        }
      })
      .catch((error) => {
        for (const [key, kb] of batch.entries()) unwritten.add(key, kb);
        next ??= setTimeout(flush, gatherMilliseconds);
        onFailure(error);
      });
  }

  return {
    async usedUp(company) {
      const key = keyOf(company);
      const found = await lookUp(key);
      return isUsedUp(key, found) ? found.allowedKb : undefined;
    },
    async take(companies, bytes) {
      const keys = [...new Set(companies)].map(keyOf);
      const kb = Math.ceil(bytes / 1000);
      // All are asked before any is counted.
      const found = new Map<string, DayUsage>();
      for (const key of keys) found.set(key, known.get(key) ?? (await ask(key)));
      for (const [key, one] of found) {
        if (isUsedUp(key, one)) throw new OverQuota(keys.length === 1 ? one.allowedKb : undefined);
      }
      for (const key of keys) own.add(key, kb);
      return (isStored) => {
        for (const key of keys) {
          if (isStored) unwritten.add(key, kb);
          else own.remove(key, kb);
        }
        if (isStored) next ??= setTimeout(flush, gatherMilliseconds);
      };
    },
    async close() {
      clearTimeout(next);
      flush();
      await writing;
      // What failed is not tried again.
      clearTimeout(next);
    },
  };
}

function partsOf(key: string): { day: string; company: string } {
  const [date = "", company = ""] = key.split(" ");
  return { day: date, company };
}

/** Adds what came, and tells the companies that have just reached their quota. @returns what they have used now */
function write(rootDb: RootDatabase, now: Date, factor: QuotaFactor, uses: Use[]): Promise<Used[]> {
  return rootDb.$transaction(async (tx) => {
    const rows = await countUse(tx, factor, "mail_kb", uses, now);
    const reached = rows.filter(({ used, count, allowed }) => used >= allowed && used - count < allowed);
    const events = reached.map(
      ({ company, allowed }): Event => ({
        ...{ type: "company.mail_quota_reached", company, subject: company },
        data: { allowed_kb: allowed },
      }),
    );
    await happened(tx, now, system, events);
    return rows;
  });
}
