import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { openPool } from "../../database/pool.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import { addressTokens, markedTokens, possession, searchedRow } from "../../mail/show/searched.ts";
import type { Messages } from "../../mail/stored_messages.ts";
import type { Metrics } from "../../monitoring/metrics.ts";
import { throttledLog } from "../../monitoring/throttled_log.ts";
import { noteActivity } from "../email/email.ts";
import { findLate } from "./late.ts";
import { type Range, Ranges, renewMilliseconds } from "./ranges.ts";
import { claimUnread, forgetUnread, putOff } from "./unread.ts";
import { type Words, writeWords } from "./write_words.ts";

export interface IndexerOptions {
  databaseUrl: string;
  messages: Pick<Messages, "indexed">;
  metrics: Pick<Metrics, "searchUnread">;
  log: Logger;
  /** Whether mail comes in faster than it can be stored: then the index gives way. */
  crowded(): boolean;
}

export interface Indexer {
  stop(): Promise<void>;
}

/** Goes up when other words are written of the same mail: then the index is made anew, message by message. */
export const wordsVersion = 4;
/** Ranges that one process indexes at a time: while the words of one are written, another one is read. */
const rangesAtOnce = 2;
/** Share of the time that the indexer works, so that storing and reading stay fast: usually, when it is behind, and in a crowd. */
const share = { usual: 0.5, behind: 1, crowded: 0.2 };
const idleMilliseconds = 500;
const failureMilliseconds = 5_000;
/** After a look for late mail, so long a pause, or so many times as long as it took to find what is late. */
const lookPause = { milliseconds: 5_000, times: 10 };
/** Between looks for messages that are to be read again. */
const retryMilliseconds = 5_000;
/** A range that so many workers have begun and not ended: its messages are indexed by their rows, and read again one by one. */
const mostTries = 3;
/** How long a range that is under way may take once the process stops. Milliseconds. */
const stopMilliseconds = 2_000;

type IndexedRow = Pick<
  CustomerInbox,
  "name" | "company" | "source" | "sender" | "subject" | "recipients" | "code" | "has_attachment" | "modified"
>;

/**
 * Indexes mail for the search after it is on disk (row T03), beside all other processes with this role. When the words have
 * another version, it goes through all mail once more, behind what is new, and writes the new ones over the old ones.
 */
export function startIndexer(options: IndexerOptions): Indexer {
  const { databaseUrl, messages, metrics, log, crowded } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  // What a crash loses is indexed again: its range comes back with it.
  const pool = openPool(databaseUrl, { waitForDisk: false });
  const ranges = new Ranges({ pool, version: wordsVersion });
  const tellFailure = throttledLog(log, "mail is not indexed");
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { signal }).catch(() => undefined);

  /** Does work again and again. @param work returns how long to pause then. Milliseconds */
  async function again(work: () => Promise<number>) {
    while (!signal.aborted) {
      try {
        await rest(await work());
      } catch (error) {
        // What is under way when the process stops is left to others.
        if (!signal.aborted) tellFailure({ err: error });
        await rest(failureMilliseconds);
      }
    }
  }

  async function indexNext(): Promise<number> {
    const begin = performance.now();
    const range = await ranges.claim();
    if (range === undefined) return idleMilliseconds;
    let isWritten = false;
    try {
      await indexRange(range);
      isWritten = true;
    } finally {
      await ranges.end(range, isWritten);
    }
    const part = crowded() ? share.crowded : range.isFull && range.kind === "new" ? share.behind : share.usual;
    return (performance.now() - begin) * (1 / part - 1);
  }

  async function indexRange(range: Range): Promise<void> {
    const where = range.kind === "new" ? `${isBetween} AND ${isNotIndexed}` : isBetween;
    const rows = await rowsWhere(pool, where, [range.first, range.last]);
    const words = await wordsOf(rows, { unreadAll: range.tries > mostTries });
    if (range.kind === "new") await noteActivity(pool, rows);
    await writeWords(pool, words, range);
  }

  async function lookForLate(): Promise<number> {
    const look = await ranges.claimLook();
    if (look === undefined) return lookPause.milliseconds;
    const began = Date.now();
    let begin = performance.now();
    let looked = 0;
    for await (const names of findLate(pool, look)) {
      looked += performance.now() - begin;
      const rows = await rowsWhere(pool, "name = ANY($1::uuid[])", [names]);
      await writeWords(pool, await wordsOf(rows));
      await noteActivity(pool, rows);
      if (signal.aborted) return 0;
      await ranges.renewLook();
      begin = performance.now();
    }
    // The more is late, the sooner it must be found: only the search for it counts.
    looked += performance.now() - begin;
    const milliseconds = Math.max(lookPause.milliseconds, lookPause.times * looked);
    await ranges.endLook(look, began, milliseconds);
    return milliseconds;
  }

  async function readAgain(): Promise<number> {
    const begin = performance.now();
    const unread = await claimUnread(pool);
    if (unread === undefined) return retryMilliseconds;
    const rows = await rowsWhere(pool, "name = $1::uuid", [unread.message]);
    const [words] = await wordsOf(rows, { isPatient: true });
    if (words === undefined) await forgetUnread(pool, unread.message);
    else if (!words.unread) await writeWords(pool, [words]);
    else metrics.searchUnread.inc({ outcome: (await putOff(pool, unread)) ? "put_off" : "given_up" });
    return (performance.now() - begin) * (1 / (crowded() ? share.crowded : share.usual) - 1);
  }

  /** Reads messages. Those that are gone are left out. */
  async function wordsOf(rows: IndexedRow[], { unreadAll = false, isPatient = false } = {}): Promise<Words[]> {
    // A message to several addresses of a company is read once.
    const bySource = new Map(rows.map((row) => [row.source, row]));
    const asked = [...bySource.values()].map((row) => ({ ...row, row: { ...listedOf(row), recipients: "" } }));
    const reading = unreadAll ? [] : await messages.indexed(asked, isPatient);
    const read = new Map(await Promise.all(asked.map(async ({ source }, at) => [source, await reading[at]] as const)));
    return rows.flatMap((row) => {
      const one = read.get(row.source);
      if (one === undefined && !unreadAll) return [];
      const failure = one === undefined ? "too_slow" : "failure" in one.tokens ? one.tokens.failure : undefined;
      const unread = failure !== undefined && failure !== "unreadable";
      if (unread && !isPatient) metrics.searchUnread.inc({ outcome: "put_off" });
      const tokens = one !== undefined && "value" in one.tokens ? one.tokens.value : ofRow(row);
      const ofAddress = [...addressTokens(row.recipients), ...possessionsOf(row)];
      const { name: message, company } = row;
      return { message, company, bytes: one?.size ?? 0, tokens: [tokens, ...ofAddress].join(" ").trimStart(), unread };
    });
  }

  const renewing = setInterval(() => void ranges.renew().catch((err) => tellFailure({ err })), renewMilliseconds);
  const loops = [...Array<typeof indexNext>(rangesAtOnce).fill(indexNext), lookForLate, readAgain].map(again);
  return {
    async stop() {
      stopping.abort();
      clearInterval(renewing);
      await Promise.race([Promise.all(loops), pause(stopMilliseconds, undefined, { ref: false })]);
      // Others go on at once; if this fails, when the lease has ended.
      await ranges.release().catch(() => undefined);
      await pool.end();
    },
  };
}

const listedOf = ({ sender, subject, recipients, code }: IndexedRow) => ({ sender, subject, recipients, code });

/** The words of a message that cannot be read, as it is listed. */
const ofRow = (row: IndexedRow) =>
  markedTokens(searchedRow({ ...listedOf(row), recipients: "" }, false).tokens).join(" ");

const possessionsOf = ({ code, has_attachment }: IndexedRow) => [
  ...(code === "" ? [] : [possession("code")]),
  ...(has_attachment ? [possession("attachment")] : []),
];

const isBetween = "name > $1::uuid AND name <= $2::uuid";
const isNotIndexed =
  "NOT EXISTS (SELECT FROM message_search WHERE message = inbox.name AND company = inbox.company OFFSET 0)";

const rowsWhere = async (pool: pg.Pool, where: string, given: unknown[]) =>
  (
    await pool.query<IndexedRow>(
      `SELECT name, company, source, sender, subject, recipients, code, has_attachment, modified
      FROM customer_inbox AS inbox WHERE ${where} ORDER BY name`,
      given,
    )
  ).rows;
