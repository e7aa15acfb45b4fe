import { NIL } from "uuid";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import type { JobContext } from "../../job.ts";
import type { MessageList } from "../../mail/stored_messages.ts";

/** How many messages a block has when it is made: no page is further from the mark of one. */
export const blockSize = 1_000;
/** How many blocks one transaction makes. */
const blocksAtOnce = 100;

const within = ({ company, address }: MessageList) =>
  address === undefined
    ? Prisma.sql`company = ${company}::uuid`
    : Prisma.sql`company = ${company}::uuid AND recipients = ${address}`;
const keyOf = ({ company, address = "" }: MessageList) => ({ company, recipients: address });

/**
 * Finds a page far down a list. To skip a million rows, Postgres reads a million entries of the index. But mail is added
 * at the top, so what lies below is counted once, in blocks (InboxBlock), and a page is found from the nearest.
 * @returns the names of its messages
 */
export async function readDeepPage(
  rootDb: RootDatabase,
  list: MessageList,
  start: number,
  length: number,
): Promise<string[]> {
  const { company, recipients } = keyOf(list);
  if ((await rootDb.inboxBlock.findFirst({ where: { company, recipients }, select: { name: true } })) === null) {
    const rows = await sql(rootDb)<{ name: string }>`
      SELECT name::text FROM customer_inbox WHERE ${within(list)}
      ORDER BY modified DESC, customer_inbox.name DESC OFFSET ${start}::int LIMIT ${length}::int`;
    return rows.map(({ name }) => name);
  }
  // One statement, so that the counts and the rows are those of one moment.
  const [found] = await sql(rootDb)<{ names: string[] }>`
    WITH block AS MATERIALIZED (
      SELECT modified, name, messages, (sum(messages) OVER (ORDER BY modified DESC, name DESC))::int AS down_to
      FROM inbox_block WHERE company = ${company}::uuid AND recipients = ${recipients}
    ), above AS MATERIALIZED (
      SELECT count(*)::int AS messages FROM customer_inbox
      WHERE ${within(list)} AND (modified, name) >
        ${lastMark(Prisma.sql`${company}::uuid`, recipients)}
    ), place AS MATERIALIZED (
      SELECT block.modified, block.name, ${start}::int - above.messages - down_to + block.messages AS skipped
      FROM block CROSS JOIN above WHERE above.messages + down_to > ${start}::int
      ORDER BY block.modified DESC, block.name DESC LIMIT 1
    ), origin AS MATERIALIZED (
      SELECT CASE WHEN skipped < 0 THEN 'infinity' ELSE modified END AS modified, name,
        CASE WHEN skipped < 0 THEN ${start}::int ELSE skipped END AS skipped
      FROM place
    )
    SELECT ARRAY(
      SELECT page.name::text FROM origin CROSS JOIN LATERAL (
        SELECT name, modified FROM customer_inbox
        WHERE ${within(list)} AND (modified, name) <= (origin.modified, origin.name)
        ORDER BY modified DESC, name DESC OFFSET origin.skipped LIMIT ${length}::int
      ) AS page ORDER BY page.modified DESC, page.name DESC
    ) AS names`;
  return found?.names ?? [];
}

/**
 * Makes the blocks that lists lack. An address is looked at when a message of it is the mark of a block of its company's
 * list: the more mail an address gets, the sooner it is.
 */
export async function countBlocks({
  rootDb,
  clock,
  stopping,
}: Pick<JobContext, "rootDb" | "clock" | "stopping">): Promise<void> {
  // Messages may be committed in another order than that of `modified`, so only those older than an hour are counted.
  const sureUntil = new Date(clock().getTime() - 3_600_000);
  for await (const company of companiesToCount(rootDb, sureUntil)) {
    for (let made = blocksAtOnce; made === blocksAtOnce; ) {
      const marks = await countSome(rootDb, { company }, sureUntil);
      made = marks.length;
      const messages = await rootDb.customerInbox.findMany({
        where: { name: { in: marks } },
        select: { recipients: true },
      });
      for (const address of new Set(messages.map(({ recipients }) => recipients))) {
        if (stopping.aborted) return;
        while ((await countSome(rootDb, { company, address }, sureUntil)).length === blocksAtOnce);
      }
    }
  }
}

/** Companies that one statement looks at: each by its newest block, and by the index of its mail from there on. */
const companiesTogether = 100;

/** The companies whose list lacks a block. */
async function* companiesToCount(rootDb: RootDatabase, sureUntil: Date): AsyncGenerator<string> {
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const companies: { name: string; lacks_block: boolean }[] = await sql(rootDb)`
      SELECT company.name::text, EXISTS (
        SELECT FROM customer_inbox
        WHERE company = company.name AND modified < ${sureUntil}
          AND (modified, customer_inbox.name) > ${lastMark(Prisma.sql`company.name`, "")}
        ORDER BY modified, customer_inbox.name OFFSET ${blockSize - 1}::int LIMIT 1
      ) AS lacks_block
      FROM (SELECT name FROM company WHERE name > ${after}::uuid ORDER BY name LIMIT ${companiesTogether}::int) AS company
      ORDER BY company.name`;
    for (const { name, lacks_block } of companies) if (lacks_block) yield name;
    after = companies.length === companiesTogether ? companies.at(-1)?.name : undefined;
  }
}

/** The mark of a list's newest block, as a row to compare with. */
const lastMark = (company: Prisma.Sql, recipients: string) => Prisma.sql`(
  SELECT mark.modified, mark.name FROM (
    SELECT modified, inbox_block.name FROM inbox_block WHERE company = ${company} AND recipients = ${recipients}
    UNION ALL SELECT '-infinity', ${NIL}::uuid
  ) AS mark ORDER BY mark.modified DESC, mark.name DESC LIMIT 1)`;

/** Deletions take this lock too, before they look which blocks there are (the trigger `inbox_block_subtract`). */
const lockBlocks = (tx: Transaction, company: string) =>
  sql(tx)`SELECT pg_advisory_xact_lock(hashtextextended('inbox_block ' || ${company}, 0))::text`;

/** @returns the messages that are the marks of the blocks that were made */
async function countSome(rootDb: RootDatabase, list: MessageList, sureUntil: Date): Promise<string[]> {
  const { company, recipients } = keyOf(list);
  const made = await rootDb.$transaction(async (tx) => {
    await lockBlocks(tx, company);
    return sql(tx)<{ name: string }>`
      INSERT INTO inbox_block (company, recipients, modified, name, messages)
      SELECT ${company}::uuid, ${recipients}, modified, name, ${blockSize}::int FROM (
        SELECT modified, name, row_number() OVER (ORDER BY modified, name) AS no FROM (
          SELECT modified, name FROM customer_inbox
          WHERE ${within(list)} AND modified < ${sureUntil}
            AND (modified, name) > ${lastMark(Prisma.sql`${company}::uuid`, recipients)}
          ORDER BY modified, name LIMIT ${blocksAtOnce * blockSize}::int
        ) AS uncounted
      ) AS numbered WHERE no % ${blockSize}::int = 0
      RETURNING name::text`;
  });
  return made.map(({ name }) => name);
}

/** Blocks that one statement checks: of a table that has not been vacuumed lately, it reads a page for each message (row Z13). */
const checkedTogether = 8;

/** Messages that a block holds, as they are: those up to its mark, behind the mark before, of which the row has `after_`. */
const heldByBlock = (() => {
  const held = (ofList: Prisma.Sql) => Prisma.sql`(
    SELECT count(*)::int FROM customer_inbox AS inbox
    WHERE inbox.company = block.company AND ${ofList}
      AND (inbox.modified, inbox.name) <= (block.modified, block.name)
      AND (inbox.modified, inbox.name) > (block.after_at, block.after_name))`;
  // Each list by its own index.
  return Prisma.sql`CASE WHEN block.recipients = '' THEN ${held(Prisma.sql`true`)}
    ELSE ${held(Prisma.sql`inbox.recipients = block.recipients`)} END`;
})();

type BlockKey = [company: string, recipients: string, modified: string, name: string];

/** Some blocks behind one, in the order of their keys, with the mark before each; a list begins with its oldest message. */
function blocksAfter([company, recipients, modified, name]: BlockKey, of: Prisma.Sql, limit: number) {
  const isSame = Prisma.sql`company = ${company}::uuid AND recipients = ${recipients}`;
  return Prisma.sql`
    SELECT *, coalesce(lag(modified) OVER list, CASE WHEN ${isSame} THEN ${modified}::timestamptz END, '-infinity') AS after_at,
      coalesce(lag(name) OVER list, CASE WHEN ${isSame} THEN ${name}::uuid END, ${NIL}::uuid) AS after_name
    FROM (
      SELECT * FROM inbox_block
      WHERE (company, recipients, modified, name) > (${company}::uuid, ${recipients}, ${modified}::timestamptz, ${name}::uuid) AND ${of}
      ORDER BY company, recipients, modified, name LIMIT ${limit}::int
    ) AS next WINDOW list AS (PARTITION BY company, recipients ORDER BY modified, name)`;
}

/**
 * Compares counts with the mail, and counts again where they differ (row Z16). `look` begins behind a block's key, in JSON;
 * what it finds are keys and marks.
 */
export const checkBlocks = {
  async look(rootDb: RootDatabase, after: string): Promise<{ faults: string[]; next: string | undefined }> {
    const key: BlockKey = after === "" ? [NIL, "", "-infinity", NIL] : JSON.parse(after);
    const blocks = await sql(rootDb)<{ key: string; mark: string; is_wrong: boolean }>`
      SELECT json_build_array(company, recipients, modified::text, name)::text AS key,
        json_build_array(company, recipients, modified::text, name, after_at::text, after_name)::text AS mark,
        messages <> ${heldByBlock} AS is_wrong
      FROM (${blocksAfter(key, Prisma.sql`true`, checkedTogether)}) AS block ORDER BY company, recipients, modified, name`;
    const last = blocks.length === checkedTogether ? blocks.at(-1) : undefined;
    return { faults: blocks.flatMap(({ mark, is_wrong }) => (is_wrong ? [mark] : [])), next: last?.key };
  },
  async repair(rootDb: RootDatabase, marks: string[]): Promise<void> {
    for (const mark of marks) {
      const [company, recipients, modified, name, after_at, after_name] = JSON.parse(mark);
      await rootDb.$transaction(async (tx) => {
        // Nobody deletes mail of the company meanwhile; and what was deleted before is counted.
        await lockBlocks(tx, company);
        await sql(tx)`
          UPDATE inbox_block AS given SET messages = ${heldByBlock} FROM (
            SELECT *, ${after_at}::timestamptz AS after_at, ${after_name}::uuid AS after_name FROM inbox_block
            WHERE company = ${company}::uuid AND recipients = ${recipients} AND modified = ${modified}::timestamptz AND name = ${name}::uuid
          ) AS block
          WHERE given.company = block.company AND given.recipients = block.recipients
            AND given.modified = block.modified AND given.name = block.name`;
        await tx.inboxBlock.deleteMany({ where: { company, messages: 0 } });
      });
    }
  },
};
