import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Clock } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Prisma, type SearchState } from "../../generated/prisma/client.ts";
import type { Messages } from "../../mail/stored_messages.ts";
import { throttledLog } from "../../monitoring/throttled_log.ts";
import { noteActivity } from "../email/email.ts";
import { documentsOf, type SearchDocument, type SearchedRow } from "./document.ts";

export interface IndexerOptions {
  rootDb: RootDatabase;
  messages: Messages;
  clock: Clock;
  log: Logger;
  /** Whether mail comes in faster than it can be stored: then the index waits. */
  crowded(): boolean;
}

export interface Indexer {
  stop(): Promise<void>;
}

/** How much later than another one a message may be on disk that was named first. Milliseconds. */
export const settledMilliseconds = 60_000;
/** Goes up when other words are written of the same mail: then the index is made anew, message by message. */
export const wordsVersion = 4;
/** Messages that are indexed together, and that are indexed anew together. */
const batch = 100;
const remadeTogether = 20;
/** Share of the time that the indexer works, so that storing and reading stay fast. */
const share = 0.5;
const idleMilliseconds = 500;
const failureMilliseconds = 5_000;
/** While nothing comes, how far mail is indexed is written so often. Milliseconds. */
const noteMilliseconds = 10_000;
/** For how long a process that has stopped without a word keeps others from going on. */
const leaseMilliseconds = 15_000;

/**
 * Indexes mail for the search after it is on disk (row T03): of all processes with this role, one at a time. It goes through all
 * messages in the order of their names, which is that of their times, and looks again at those of the last minute: what
 * was given a name first may be on disk last. When the words have another version, it goes through all mail once more, behind
 * what is new.
 */
export function startIndexer({ rootDb, messages, clock, log, crowded }: IndexerOptions): Indexer {
  const stopping = new AbortController();
  const { signal } = stopping;
  const own = crypto.randomUUID();

  const tellFailure = throttledLog(log, "mail is not indexed");
  async function work() {
    while (!signal.aborted) {
      const begin = performance.now();
      let milliseconds = idleMilliseconds;
      try {
        const isBusy = !crowded() && (await indexNext({ rootDb, messages, clock }, own, signal));
        if (isBusy) milliseconds = (performance.now() - begin) * (1 / share - 1);
      } catch (error) {
        tellFailure({ err: error });
        milliseconds = failureMilliseconds;
      }
      await pause(milliseconds, undefined, { signal }).catch(() => undefined);
    }
    // Another process goes on at once; if this fails, when the lease has ended.
    await rootDb.searchState.updateMany({ where: { worker: own }, data: { worker: null } }).catch(() => undefined);
  }
  const working = work();
  return {
    stop() {
      stopping.abort();
      return working;
    },
  };
}

/** The first name that a message of this instant can have (RFC 9562, version 7). */
const firstName = (at: Date) => {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

type Given = Pick<IndexerOptions, "rootDb" | "messages" | "clock">;

const columns = Prisma.sql`
  name::text, company::text, source::text, sender, subject, recipients, code, has_attachment, _seen AS seen, modified`;

/** Indexes the next messages, if it is this process's turn. @returns whether there are more */
async function indexNext(given: Given, own: string, signal: AbortSignal): Promise<boolean> {
  const { rootDb, clock } = given;
  const now = clock();
  const state = await takeTurn(rootDb, own, now);
  if (state === undefined) return false;
  const { indexed_to } = state;
  const from = new Date(indexed_to.getTime() - settledMilliseconds);
  const rows = await sql(rootDb)<SearchedRow>`
    SELECT ${columns} FROM customer_inbox AS inbox
    WHERE name >= ${firstName(from)}::uuid
      AND NOT EXISTS (SELECT FROM message_search WHERE message = inbox.name AND company = inbox.company OFFSET 0)
    ORDER BY inbox.name LIMIT ${batch}::int`;
  await index(given, rows, signal);
  await noteActivity(rootDb, rows);
  if (signal.aborted) return false;
  // At the end all is indexed until now, also if the clock was ahead before.
  const reached = rows.length < batch ? now : (rows.at(-1)?.modified ?? now);
  const isNews = rows.length > 0 || Math.abs(now.getTime() - indexed_to.getTime()) > noteMilliseconds;
  if (isNews) await rootDb.searchState.updateMany({ where: { worker: own }, data: { indexed_to: reached } });
  if (rows.length === batch) return true;
  return state.version < wordsVersion && (await remakeNext(given, own, state.remade_to, signal));
}

/** Writes the next messages' words over those of the version before. @returns whether there are more */
async function remakeNext(given: Given, own: string, remade_to: string | null, signal: AbortSignal): Promise<boolean> {
  const { searchState } = given.rootDb;
  const rows = await sql(given.rootDb)<SearchedRow>`
    SELECT ${columns} FROM customer_inbox AS inbox
    WHERE ${remade_to === null ? Prisma.sql`true` : Prisma.sql`name > ${remade_to}::uuid`}
    ORDER BY inbox.name LIMIT ${remadeTogether}::int`;
  await index(given, rows, signal);
  if (signal.aborted) return false;
  const isMore = rows.length === remadeTogether;
  const data = isMore ? { remade_to: rows.at(-1)?.name ?? null } : { remade_to: null, version: wordsVersion };
  await searchState.updateMany({ where: { worker: own }, data });
  return isMore;
}

/** Reads messages and writes their words. */
async function index({ rootDb, messages }: Given, rows: SearchedRow[], signal: AbortSignal): Promise<void> {
  const documents: [SearchedRow, SearchDocument][] = [];
  for await (const [row, document] of documentsOf(messages, rows, { texts: false, link: true })) {
    if (signal.aborted) break;
    if (document) documents.push([row, document]);
  }
  await write(rootDb, documents);
}

/** @returns how far mail is indexed; undefined while another process indexes it */
async function takeTurn({ searchState }: RootDatabase, own: string, now: Date): Promise<SearchState | undefined> {
  const state = await searchState.findFirstOrThrow();
  const { worker, until } = state;
  const isOwn = worker === own;
  const left = (until?.getTime() ?? 0) - now.getTime();
  if (isOwn && left > leaseMilliseconds / 2) return state;
  if (worker !== null && !isOwn && left > 0) return undefined;
  const data = { worker: own, until: new Date(now.getTime() + leaseMilliseconds) };
  const { count } = await searchState.updateMany({ where: { worker, until }, data });
  return count === 0 ? undefined : state;
}

/** A message that is deleted meanwhile is not indexed: the lock waits for its end. */
async function write(rootDb: RootDatabase, documents: [SearchedRow, SearchDocument][]) {
  const given = documents.map(([{ name, company, modified }, { bytes, tokens }]) => ({
    ...{ name, company, modified, bytes },
    tokens: [...tokens],
  }));
  await sql(rootDb)`
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT given.name, given.company, given.modified, given.bytes,
      array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(given.tokens)))
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given (name uuid, company uuid, modified timestamptz, bytes int, tokens jsonb)
    JOIN customer_inbox AS inbox ON inbox.name = given.name
    FOR SHARE OF inbox
    ON CONFLICT (message, company) DO UPDATE SET bytes = excluded.bytes, tokens = excluded.tokens
      WHERE message_search.tokens <> excluded.tokens`;
}
