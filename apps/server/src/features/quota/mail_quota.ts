import { LRUCache } from "lru-cache";
import { type Clock, day, timer } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Counter } from "../../limits/counter.ts";
import { type Event, happened, system } from "../event/event.ts";
import { allowed, perDay, type QuotaFactor } from "./per_day.ts";

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
interface Known {
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
  const known = new LRUCache<string, Known>({ max: rememberedCompanies });
  const asking = new Map<string, Promise<Known>>();
  /** kB that this process took in, or is about to, and that are in no `usedKb` yet. */
  const own = new Counter();
  let unwritten = new Counter();
  let next: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const keyOf = (company: string) => `${day(clock())} ${company}`;
  const isUsedUp = (key: string, { usedKb, allowedKb }: Known) => usedKb + own.count(key) >= allowedKb;

  function keep(key: string, { used, per_day }: { used: number; per_day: number | null }): Known {
    const found = {
      ...{ usedKb: used, allowedKb: allowed(per_day, { limitFactor }) },
      isOld: timer(clock, rememberedMilliseconds),
    };
    known.set(key, found);
    return found;
  }

  /** Asks the database, once for all who want to know. */
  function ask(key: string): Promise<Known> {
    const asked =
      asking.get(key) ??
      read(rootDb, key, clock())
        .then((row) => keep(key, row))
        .finally(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  }

  /** What is known of a company; of one that takes no more, not for long: its plan may allow more by now. */
  async function lookUp(key: string): Promise<Known> {
    const last = known.get(key);
    if (last === undefined) return ask(key);
    return isUsedUp(key, last) && last.isOld() ? ask(key) : last;
  }

  function flush() {
    next = undefined;
    const batch = unwritten;
    unwritten = new Counter();
    if (batch.all === 0) return;
    const counts = [...batch.entries()].map(([key, kb]) => ({ ...partsOf(key), kb }));
    writing = writing
      .then(() => write(rootDb, clock(), { limitFactor }, counts))
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
      const found = new Map<string, Known>();
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

interface Row {
  /** kB. */
  used: number;
  per_day: number | null;
}

async function read(rootDb: RootDatabase, key: string, now: Date): Promise<Row> {
  const { day: date, company } = partsOf(key);
  const [row] = await sql(rootDb)<Row>`
    SELECT coalesce(today.used, 0) AS used, ${perDay(now)} AS per_day
    FROM (VALUES (${company}::uuid, 'mail_kb'::"QuotaName", ${date}::date)) AS used (company, quota, day)
    LEFT JOIN quota_use AS today USING (company, quota, day)`;
  return row ?? { used: 0, per_day: null };
}

/** The most that the table holds: 2 TB a day. */
const mostKb = 2 ** 31 - 1;

/** Adds what came, and tells the companies that have just reached their quota. @returns what they have used now */
function write(
  rootDb: RootDatabase,
  now: Date,
  factor: QuotaFactor,
  counts: { company: string; day: string; kb: number }[],
): Promise<(Row & { company: string; day: string })[]> {
  return rootDb.$transaction(async (tx) => {
    const rows = await sql(tx)<Row & { company: string; day: string; kb: number }>`
      WITH given AS MATERIALIZED (
        SELECT * FROM json_to_recordset(${JSON.stringify(counts)}::json) AS given (company uuid, day date, kb bigint)
      ), used AS (
        INSERT INTO quota_use AS total (company, quota, day, used)
        SELECT company, 'mail_kb', day, least(kb, ${mostKb}) FROM given ORDER BY company, day
        ON CONFLICT (company, quota, day) DO UPDATE
          SET used = least(total.used::bigint + excluded.used, ${mostKb})
        RETURNING *
      )
      SELECT used.company::text, used.day::text, used.used, given.kb::int, ${perDay(now)} AS per_day
      FROM used JOIN given USING (company, day)`;
    const reached = rows.filter(({ used, kb, per_day }) => {
      const allowedKb = allowed(per_day, factor);
      return used >= allowedKb && used - kb < allowedKb;
    });
    const events = reached.map(
      ({ company, per_day }): Event => ({
        ...{ type: "company.mail_quota_reached", company, subject: company },
        data: { allowed_kb: allowed(per_day, factor) },
      }),
    );
    await happened(tx, now, system, events);
    return rows;
  });
}
