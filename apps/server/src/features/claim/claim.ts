import { randomUUID } from "node:crypto";
import { type CompanyDatabase, sql, type Transaction } from "../../database/company_database.ts";
import { type CustomerInbox, Prisma } from "../../generated/prisma/client.ts";
import type { Mark } from "../../mark.ts";
import { Refusal } from "../../refusal.ts";

/** A message that nobody has acknowledged, by its place. */
export interface ClaimState extends Mark {
  /** Whether somebody has claimed it for now. */
  is_taken: boolean;
  /** When it is free again, if nobody acknowledges it; null: now. */
  free_at: Date | null;
}

/** A claim as its caller is told of it. */
export interface Claim {
  claim: string;
  until: Date;
}

/** A message that has been claimed. */
export interface Claimed {
  row: CustomerInbox;
  claim: Claim;
}

/** The caller of the REST API who claims. */
export interface Claimer {
  company: string;
  api_key: string;
  member: string;
}

/** Where a caller looks for messages that it may claim: after a mark in the list of an address. */
interface Place {
  company: string;
  address: string;
  after: Mark;
}

/** Messages that one statement passes because they are claimed for good. Of each, it reads up to four pages (row Z13). */
const mostPassed = 2_000;

/** The next messages of an address, the oldest first, with their claims. */
const nextMessages = ({ company, address, after }: Place) => Prisma.sql`
  SELECT inbox.name, inbox.modified, claim.until, claim.acked
  FROM (
    SELECT name, modified FROM customer_inbox
    WHERE company = ${company}::uuid AND recipients = ${address} AND (modified, name) > (${after.at}, ${after.key}::uuid)
    ORDER BY modified, name LIMIT ${mostPassed}::int
  ) AS inbox LEFT JOIN LATERAL (SELECT until, acked FROM message_claim WHERE message = inbox.name OFFSET 0) AS claim ON true
  ORDER BY inbox.modified, inbox.name`;

/**
 * The next messages of an address that are not claimed for good, the oldest first, at most `limit`.
 * @returns also where to go on; undefined: these were the last
 */
export async function claimStates(
  db: CompanyDatabase,
  { now, limit, ...place }: Place & { now: Date; limit: number },
): Promise<{ states: ClaimState[]; next: Mark | undefined }> {
  const states = await sql(db)<ClaimState>`
    SELECT modified AS at, name::text AS key, coalesce(until > ${now}, false) AS is_taken,
      CASE WHEN until > ${now} THEN until END AS free_at
    FROM (${nextMessages(place)}) AS message WHERE acked IS NULL LIMIT ${limit}`;
  if (states.length === limit) return { states, next: states.at(-1) };
  // What has come since is looked at when it is heard of.
  const { company, address, after } = place;
  const [next] = await sql(db)<Mark>`
    SELECT modified AS at, name::text AS key FROM customer_inbox
    WHERE company = ${company}::uuid AND recipients = ${address} AND (modified, name) > (${after.at}, ${after.key}::uuid)
    ORDER BY modified, name LIMIT 1 OFFSET ${mostPassed - 1}::int`;
  return { states, next };
}

/** How many messages of an address one statement looks at that claims the first of them. */
const lookedAt = 100;

interface Wish {
  count: number;
  /** Seconds. */
  lease: number;
  now: Date;
}

/**
 * Claims so many of the messages, the first that are free, for one caller alone: however many ask at once, each message has
 * one claim (row R04). Those that another caller is claiming right now are passed over.
 * @param names messages, in the order in which they are wanted
 * @returns undefined when too few were free, and nothing is claimed
 */
export const claimMessages = async (
  db: CompanyDatabase,
  claimer: Claimer,
  { names, ...wish }: Wish & { names: string[] },
): Promise<Claimed[] | undefined> =>
  (await claimOf(db, claimer, wish, Prisma.sql`SELECT unnest(${names}::uuid[]) AS name, false AS is_taken, NULL AS at`))
    .claimed;

/**
 * The same of the next messages of an address, the oldest first.
 * @returns also when the first came of those that are not claimed for good, if there is one among those that are passed
 */
export const claimFirst = (
  db: CompanyDatabase,
  claimer: Claimer,
  { address, after, ...wish }: Wish & Pick<Place, "address" | "after">,
): Promise<{ claimed: Claimed[] | undefined; first: Date | null }> =>
  claimOf(
    db,
    claimer,
    wish,
    Prisma.sql`
      SELECT name, coalesce(until > ${wish.now}, false) AS is_taken, modified AS at
      FROM (${nextMessages({ company: claimer.company, address, after })}) AS message WHERE acked IS NULL LIMIT ${lookedAt}`,
  );

/** @param wanted a statement for messages in the order in which they are wanted */
async function claimOf(
  db: CompanyDatabase,
  { company, api_key, member }: Claimer,
  { count, lease, now }: Wish,
  wanted: Prisma.Sql,
): Promise<{ claimed: Claimed[] | undefined; first: Date | null }> {
  const claim = randomUUID();
  const until = new Date(now.getTime() + lease * 1000);
  // The lateral part keeps the order, and ends as soon as there are enough. One row comes in any case.
  const [{ first } = { first: null }, ...found] = await sql(db)<CustomerInbox & { first: Date | null }>`
    WITH wanted AS MATERIALIZED (${wanted}), free AS MATERIALIZED (
      SELECT mine.* FROM wanted CROSS JOIN LATERAL (
        SELECT inbox.name, inbox.recipients FROM customer_inbox AS inbox
        WHERE inbox.name = wanted.name AND inbox.company = ${company}::uuid AND NOT EXISTS (
          SELECT FROM message_claim WHERE message = inbox.name AND (acked IS NOT NULL OR until > ${now}))
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS mine
      WHERE NOT wanted.is_taken LIMIT ${count}
    ), claimed AS (
      INSERT INTO message_claim AS claim (message, company, address, claim, api_key, member, creation, until)
      SELECT name, ${company}::uuid, recipients, ${claim}::uuid, ${api_key}::uuid, ${member}, ${now}, ${until} FROM free
      WHERE (SELECT count(*) FROM free) = ${count}
      ON CONFLICT (message) DO UPDATE SET
        claim = excluded.claim, api_key = excluded.api_key, member = excluded.member, creation = excluded.creation,
        until = excluded.until
      WHERE claim.acked IS NULL AND claim.until <= ${now}
      RETURNING message
    )
    SELECT (SELECT at FROM wanted LIMIT 1)::timestamptz AS first, NULL AS name, NULL AS company, NULL AS owner,
      NULL AS visibility, NULL AS recipients, NULL AS source, NULL AS mail_from, NULL AS sender, NULL AS subject,
      NULL AS preview, NULL AS code, NULL::boolean AS has_attachment, NULL::text[] AS seen, NULL::timestamptz AS creation,
      NULL::timestamptz AS modified
    UNION ALL
    SELECT NULL, name::text, company::text, owner, visibility::text, recipients, source::text, mail_from, sender, subject,
      preview, code, has_attachment, _seen, creation, modified
    FROM customer_inbox WHERE name = ANY (ARRAY(SELECT message FROM claimed))`;
  const rows = found.map(({ first: _, ...row }) => row);
  if (rows.length === count) {
    const byPlace = (one: CustomerInbox, other: CustomerInbox) =>
      one.modified.getTime() - other.modified.getTime() || (one.name < other.name ? -1 : 1);
    return { claimed: rows.sort(byPlace).map((row) => ({ row, claim: { claim, until } })), first };
  }
  // Another caller was quicker with some of them.
  if (rows.length > 0) await db.messageClaim.deleteMany({ where: { claim } });
  return { claimed: undefined, first };
}

/**
 * Makes a claim final: no other caller gets the message any more.
 * @param claim that of the caller's; without it, any claim of its key
 * @throws Refusal when the message is not claimed, or by somebody else since
 */
export async function acknowledge(
  db: Pick<CompanyDatabase, "messageClaim">,
  { api_key }: Pick<Claimer, "api_key">,
  { message, claim, now }: { message: string; claim: string | undefined; now: Date },
): Promise<void> {
  const own = { message, ...(claim === undefined ? { api_key } : { claim }) };
  const { count } = await db.messageClaim.updateMany({ where: { ...own, acked: null }, data: { acked: now } });
  if (count > 0 || (await db.messageClaim.count({ where: own })) > 0) return;
  throw Refusal.duplicate(
    "You have no claim on this message: the lease may have ended, or another caller may have claimed it.",
  );
}

/** Gives messages back that nobody has heard of, so that the next caller may claim them. */
export const giveBack = (tx: Transaction, claim: string) =>
  tx.messageClaim.deleteMany({ where: { claim, acked: null } });

/** How many messages of an address are claimed, how many of these for good, and when the next lease ends. */
export async function claimsOf(
  db: CompanyDatabase,
  { address, now }: { address: string; now: Date },
): Promise<{ claimed: number; acknowledged: number; lease_ends: Date | null }> {
  const [acknowledged, leases] = await Promise.all([
    db.messageClaim.count({ where: { address, acked: { not: null } } }),
    db.messageClaim.aggregate({
      where: { address, acked: null, until: { gt: now } },
      _count: true,
      _min: { until: true },
    }),
  ]);
  return { claimed: acknowledged + leases._count, acknowledged, lease_ends: leases._min.until };
}

/** Deletes the claims of messages that are deleted. */
export const forgetClaims = (tx: Transaction, messages: string[]) =>
  tx.messageClaim.deleteMany({ where: { message: { in: messages } } });
