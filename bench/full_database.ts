import type { RootDatabase } from "@mayfly/server/database/database";
import pg from "pg";
import { createAccount, createMember, type Mayfly } from "./mayfly.ts";

const companies = 5;
const addresses = 5_000;
/** One message in so many is for the large address. */
const largeShare = 10;
const sourceBytes = 1_024;

export interface Full {
  /** The address with a tenth of all messages, Private. */
  large: string;
  /** How many messages that address has. */
  largeCount: number;
  administrator: string;
  /** The member who has the large address. */
  owner: string;
  /** A member of the same company who may not read it. */
  colleague: string;
}

/** Fills a database with messages of several companies, which came evenly over the last year. */
export async function fill({ rootDb, databaseUrl }: Mayfly, rows: number): Promise<Full> {
  const accounts = [];
  for (let at = 0; at < companies; at += 1) accounts.push(await createAccount(rootDb, `company-${at}`));
  const [first] = accounts;
  if (first === undefined) throw new Error("no company");
  const owner = await createMember(rootDb, first.company, "owner@company-0.example", "Member");
  const colleague = await createMember(rootDb, first.company, "colleague@company-0.example", "Member");
  const large = "large@mayfly.test";
  await rootDb.email.create({
    data: { email_name: large, domain_name: "mayfly.test", company: first.company, owner },
  });
  await createAddresses(rootDb, accounts);

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Skips the foreign keys' checks and the fsync of each statement: nothing here can break a reference.
    await client.query("SET session_replication_role = replica");
    await client.query("SET synchronous_commit = off");
    const batch = 50_000;
    for (let from = 1; from <= rows; from += batch) {
      await client.query(fillBatch, [from, Math.min(rows, from + batch - 1), rows]);
    }
    // Otherwise autovacuum would run a minute later, in the middle of what is measured.
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
  const largeCount = await rootDb.customerInbox.count({ where: { recipients: large } });
  return { large, largeCount, administrator: first.owner, owner, colleague };
}

/** Creates the small addresses, every fifth of them Public. */
async function createAddresses(rootDb: RootDatabase, accounts: { company: string; owner: string }[]) {
  await rootDb.email.createMany({
    data: Array.from({ length: addresses }, (_, at) => {
      const { company = "", owner = "" } = accounts[at % accounts.length] ?? {};
      const visibility = Math.floor(at / companies) % 5 === 0 ? ("Public" as const) : ("Private" as const);
      return { email_name: `a${at}@mayfly.test`, domain_name: "mayfly.test", company, owner, visibility };
    }),
  });
}

// Keys are in the order of time, as the server's own are, and the addresses alternate.
const fillBatch = `
  WITH given AS MATERIALIZED (
    SELECT no, now() - ($3::bigint - no) * (interval '365 days' / $3::bigint) AS creation,
      uuidv7(-($3::bigint - no) * (interval '365 days' / $3::bigint)) AS name,
      uuidv7(-($3::bigint - no) * (interval '365 days' / $3::bigint)) AS source,
      CASE WHEN no % ${largeShare} = 0 THEN 'large@mayfly.test'
        ELSE 'a' || abs(hashint8(no)) % ${addresses} || '@mayfly.test' END AS address
    FROM generate_series($1::bigint, $2::bigint) AS no
  ), message AS MATERIALIZED (
    SELECT given.*, email.company, email.owner, email.visibility FROM given JOIN email ON email_name = address ORDER BY no
  ), source AS (
    INSERT INTO message_source (name, company, raw, creation)
    SELECT source, company, convert_to(
      'From: Sender ' || no || E' <sender@elsewhere.example>\\r\\nSubject: Message ' || no || E'\\r\\n\\r\\n' ||
      rpad('', ${sourceBytes} - 80, 'Message ' || no || ', and some more text of it. '), 'UTF8'), creation
    FROM message
  )
  INSERT INTO customer_inbox (
    name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
  SELECT name, company, owner, visibility, address, source, 'sender@elsewhere.example',
    'Sender ' || no || ' <sender@elsewhere.example>', 'Message ' || no,
    rpad('', 200, 'Message ' || no || ', and some more text of it. '), creation, creation
  FROM message`;
