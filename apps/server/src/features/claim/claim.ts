import { v4 as uuid } from "uuid";
import { type CompanyDatabase, sql, type Transaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";

/** Where a message is in the list of its address. */
export interface Mark {
  at: Date;
  name: string;
}

/** A message, by its place, and whether somebody has claimed it. */
export interface ClaimState extends Mark {
  /** For now, or for good. */
  is_taken: boolean;
  /** For good. */
  is_final: boolean;
  /** When it is free again, if nobody acknowledges it; null: now, or never. */
  free_at: Date | null;
}

/** A claim as its caller is told of it. */
export interface Claim {
  claim: string;
  until: Date;
}

/** The caller of the REST API who claims. */
export interface Claimer {
  company: string;
  api_key: string;
  member: string;
}

/** The messages of an address that come after a mark, the oldest first, at most `limit`. */
export const claimStates = (
  db: CompanyDatabase,
  { company, address, after, now, limit }: { company: string; address: string; after: Mark; now: Date; limit: number },
): Promise<ClaimState[]> =>
  sql(db)<ClaimState>`
    SELECT modified AS at, inbox.name::text, acked IS NOT NULL AS is_final,
      acked IS NOT NULL OR coalesce(until > ${now}, false) AS is_taken,
      CASE WHEN acked IS NULL AND until > ${now} THEN until END AS free_at
    FROM customer_inbox AS inbox LEFT JOIN message_claim ON message = inbox.name
    WHERE inbox.company = ${company}::uuid AND recipients = ${address} AND (modified, inbox.name) > (${after.at}, ${after.name}::uuid)
    ORDER BY modified, inbox.name LIMIT ${limit}`;

/**
 * Claims so many of the messages, the first that are free, for one caller alone: however many ask at once, each message has
 * one claim (row R04). Those that another caller is claiming right now are passed over.
 * @param names messages, in the order in which they are wanted
 * @returns undefined when too few were free, and nothing is claimed
 */
export async function claimMessages(
  db: CompanyDatabase,
  { company, api_key, member }: Claimer,
  { names, count, lease, now }: { names: string[]; count: number; lease: number; now: Date },
): Promise<(Claim & { message: string })[] | undefined> {
  const claim = uuid();
  const until = new Date(now.getTime() + lease * 1000);
  const claimed = await sql(db)<{ message: string }>`
    WITH free AS MATERIALIZED (
      SELECT inbox.name, recipients FROM customer_inbox AS inbox
        JOIN unnest(${names}::uuid[]) WITH ORDINALITY AS wanted (name, place) ON wanted.name = inbox.name
      WHERE company = ${company}::uuid AND NOT EXISTS (
        SELECT FROM message_claim WHERE message = inbox.name AND (acked IS NOT NULL OR until > ${now}))
      ORDER BY place LIMIT ${count} FOR UPDATE OF inbox SKIP LOCKED
    )
    INSERT INTO message_claim AS claim (message, company, address, claim, api_key, member, creation, until)
    SELECT name, ${company}::uuid, recipients, ${claim}::uuid, ${api_key}::uuid, ${member}, ${now}, ${until} FROM free
    WHERE (SELECT count(*) FROM free) = ${count}
    ON CONFLICT (message) DO UPDATE SET
      claim = excluded.claim, api_key = excluded.api_key, member = excluded.member, creation = excluded.creation,
      until = excluded.until
    WHERE claim.acked IS NULL AND claim.until <= ${now}
    RETURNING message::text`;
  if (claimed.length === count) {
    const places = new Map(names.map((name, place) => [name, place]));
    const placeOf = ({ message }: { message: string }) => places.get(message) ?? 0;
    return claimed
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map(({ message }) => ({ message, claim, until }));
  }
  // Another caller was quicker with some of them.
  if (claimed.length > 0) await db.messageClaim.deleteMany({ where: { claim } });
  return undefined;
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
