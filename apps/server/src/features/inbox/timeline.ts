import type { Clock } from "../../clock.ts";
import { type CompanyDatabase, sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { Stored } from "./store_messages.ts";

/** How long pushes wait to be written together, and how many do at most. More are not recorded. */
const gatherMilliseconds = 500;
const mostWaiting = 5_000;

export interface Pushes {
  /** Takes a message that was sent to browsers, to be recorded soon. */
  note(stored: Stored): void;
  close(): Promise<void>;
}

/** Records when messages were sent to browsers first (row R09), in batches. What cannot be written is lost. */
export function openPushes(rootDb: RootDatabase, clock: Clock, onFailure: (fields: object) => void): Pushes {
  let waiting: { name: string; at: Date }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush() {
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writing = writing.then(() => write(rootDb, batch)).catch((err) => onFailure({ err }));
  }

  return {
    note({ name }) {
      if (waiting.length < mostWaiting) waiting.push({ name, at: clock() });
      timer ??= setTimeout(flush, gatherMilliseconds);
    },
    async close() {
      clearTimeout(timer);
      flush();
      await writing;
    },
  };
}

/** A message that is being deleted gets no entry that would outlive it. */
async function write(rootDb: RootDatabase, batch: { name: string; at: Date }[]): Promise<void> {
  await sql(rootDb)`
    INSERT INTO timeline_entry (message, company, what, who, creation)
    SELECT inbox.name, inbox.company, 'pushed', '', pushed.at
    FROM json_to_recordset(${JSON.stringify(batch)}::json) AS pushed (name uuid, at timestamptz)
      JOIN customer_inbox AS inbox ON inbox.name = pushed.name
    FOR KEY SHARE OF inbox
    ON CONFLICT DO NOTHING`;
}

/** Marks a message as opened by a member, and records when that was first. @returns whether it was not marked before */
export async function noteOpened(
  db: CompanyDatabase,
  { message, company, who, now }: { message: string; company: string; who: string; now: Date },
): Promise<boolean> {
  const rows = await sql(db)`
    WITH opened AS (
      UPDATE customer_inbox SET _seen = array_append(_seen, ${who})
      WHERE name = ${message}::uuid AND company = ${company}::uuid AND NOT _seen @> ARRAY[${who}]
      RETURNING name
    ), noted AS (
      INSERT INTO timeline_entry (message, company, what, who, creation)
      SELECT name, ${company}::uuid, 'opened', ${who}, ${now} FROM opened ON CONFLICT DO NOTHING
    )
    SELECT name::text FROM opened`;
  return rows.length > 0;
}

/** Deletes the entries of messages that are deleted. */
export const forgetTimelines = (tx: Transaction, messages: string[]) =>
  tx.timelineEntry.deleteMany({ where: { message: { in: messages } } });
