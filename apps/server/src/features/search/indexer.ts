import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Clock } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { Messages } from "../../mail/stored_messages.ts";
import { documentOf, type SearchDocument, type SearchedRow } from "./document.ts";
import { settledMilliseconds } from "./state.ts";

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

/** Messages that are indexed together. */
const batch = 100;
/** Share of the time that the indexer works, so that storing and reading stay fast. */
const share = 0.5;
const idleMilliseconds = 500;
/** For how long a process that has stopped without a word keeps others from going on. */
const leaseMilliseconds = 15_000;

/**
 * Indexes mail for the search after it is on disk (row T03): of all processes with this role, one at a time. It goes through all
 * messages in the order of their names, which is that of their times, and looks again at those of the last minute: what
 * was given a name first may be on disk last.
 */
export function startIndexer({ rootDb, messages, clock, log, crowded }: IndexerOptions): Indexer {
  const stopping = new AbortController();
  const { signal } = stopping;
  const own = crypto.randomUUID();

  async function work() {
    while (!signal.aborted) {
      const begin = performance.now();
      let milliseconds = idleMilliseconds;
      try {
        const count = crowded() ? 0 : await indexNext({ rootDb, messages, clock }, own);
        if (count === batch) milliseconds = (performance.now() - begin) * (1 / share - 1);
      } catch (error) {
        log.warn({ err: error }, "mail was not indexed");
        milliseconds = leaseMilliseconds / 3;
      }
      await pause(milliseconds, undefined, { signal }).catch(() => undefined);
    }
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

/** Indexes the next messages, if it is this process's turn. @returns how many */
async function indexNext(
  { rootDb, messages, clock }: Pick<IndexerOptions, "rootDb" | "messages" | "clock">,
  own: string,
): Promise<number> {
  const now = clock();
  const [state] = await sql(rootDb)<{ indexed_to: Date }>`
    UPDATE search_state SET worker = ${own}::uuid, until = ${new Date(now.getTime() + leaseMilliseconds)}
    WHERE worker IS NULL OR worker = ${own}::uuid OR until < ${now}
    RETURNING indexed_to`;
  if (state === undefined) return 0;
  const from = new Date(state.indexed_to.getTime() - settledMilliseconds);
  const rows = await sql(rootDb)<SearchedRow>`
    SELECT name::text, company::text, source::text, sender, subject, recipients, code, has_attachment, _seen AS seen, modified
    FROM customer_inbox AS inbox
    WHERE name >= ${firstName(from)}::uuid AND NOT EXISTS (SELECT FROM message_search WHERE message = inbox.name)
    ORDER BY inbox.name LIMIT ${batch}::int`;
  const documents: [SearchedRow, SearchDocument][] = [];
  for (const row of rows) {
    const document = await documentOf(messages, row);
    if (document) documents.push([row, document]);
  }
  await write(rootDb, documents);
  const last = rows.length < batch ? now : rows.at(-1)?.modified;
  if (last && last > state.indexed_to) await rootDb.searchState.updateMany({ data: { indexed_to: last } });
  return rows.length;
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
    ON CONFLICT DO NOTHING`;
}
