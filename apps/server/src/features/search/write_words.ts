import type pg from "pg";
import type { Range } from "./ranges.ts";
import { retryPauses } from "./unread.ts";

/** What the index holds of one message. */
export interface Words {
  message: string;
  company: string;
  bytes: number;
  /** With blanks between. */
  tokens: string;
  /** Whether it could not be read in time: these are the words of its row, and it is read again later. */
  unread: boolean;
}

/**
 * Writes words, and that their range is done. A message that is deleted meanwhile is not indexed: the lock waits for its end.
 * Words of a message that could not be read do not replace those that it has.
 */
export async function writeWords(pool: Pick<pg.Pool, "query">, words: Words[], range?: Range): Promise<void> {
  const given = [JSON.stringify(words), retryPauses[0], range?.kind ?? null, range?.first ?? null];
  await pool.query({ name: "write_words", text: writing, values: given });
}

const writing = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS given (message uuid, company uuid, bytes int, tokens text, unread boolean)
  ), alive AS MATERIALIZED (
    SELECT given.*, inbox.modified FROM given JOIN customer_inbox AS inbox ON inbox.name = given.message
    FOR KEY SHARE OF inbox
  ), written AS (
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT message, company, modified, bytes, array_to_tsvector(string_to_array(tokens, ' ')) FROM alive WHERE NOT unread
    ON CONFLICT (message, company) DO UPDATE SET bytes = excluded.bytes, tokens = excluded.tokens
      WHERE message_search.tokens <> excluded.tokens
  ), first_written AS (
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT message, company, modified, bytes, array_to_tsvector(string_to_array(tokens, ' ')) FROM alive WHERE unread
    ON CONFLICT (message, company) DO NOTHING
  ), put_off AS (
    INSERT INTO search_unread (message, company, due)
    SELECT message, company, now() + $2::float8 * interval '1 second' FROM alive WHERE unread
    ON CONFLICT (message) DO NOTHING
  ), was_read AS (
    DELETE FROM search_unread WHERE message IN (SELECT message FROM given WHERE NOT unread)
  )
  DELETE FROM search_range WHERE kind = $3 AND first = $4`;
