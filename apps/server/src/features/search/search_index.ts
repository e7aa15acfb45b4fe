import type { MemberContext } from "../../context.ts";
import { type CompanyDatabase, sql } from "../../database/company_database.ts";
import { ranOutOfTime } from "../../database/errors.ts";
import { type CustomerInbox, Prisma } from "../../generated/prisma/client.ts";
import type { Mark } from "../../mark.ts";
import { readableInbox } from "../email/rights.ts";
import {
  columns,
  condition,
  hasPrefix,
  isAfter,
  isOfLabel,
  isOfPlace,
  isOfWords,
  leadOf,
  recipientsOf,
  tokensOf,
} from "./conditions.ts";
import type { Asker } from "./document.ts";
import type { Clause } from "./query.ts";

/** Messages that are gone through before the index is asked: a common word is found among them. */
const fewWalked = 500;
/** Messages that one statement goes through at most, each by three or four pages of the database, or ten with its address. */
const mostWalked = { usually: 2_000, withAddresses: 800 };
/** Entries of the index of mail that one statement passes, of which a Member may read some. */
const mostPassed = 40_000;
/** How long a page goes on with such statements. Milliseconds. */
const walkMilliseconds = 60;
/** A clause that holds for more of the first messages than this is no help: its hits are a large part of all mail. */
const rareShare = 0.05;
/** Of more hits than this, the newest are found sooner by going through the mail. */
const mostHits = 5_000;
/** How long the index is asked. Milliseconds. */
const indexMilliseconds = 300;
/** Hits that are kept for one page, the newest, and of which one statement looks up so many. */
const mostKept = 2_000;
const lookedUpTogether = 500;

export interface Step {
  rows: CustomerInbox[];
  /** Where to go on; undefined: this was the end. */
  next: Mark | undefined;
  /** Whether it took as long as one page may take. */
  isLong: boolean;
}

type Place = Pick<CustomerInbox, "modified" | "name">;

export const placeOf = ({ modified, name }: Place): Mark => ({
  at: modified,
  key: name,
});

/** What is searched, and for whom. */
interface Search {
  context: MemberContext;
  clauses: Clause[];
  asker: Asker;
}

/**
 * Finds the next messages, at most `limit`. Postgres would go through all mail, the newest first, for a word that hardly any
 * message has, or read all of an index for one that every message has. So a few messages are gone through first. They tell
 * which clauses are rare: the index of tokens is asked for these, and the others are looked at in what it finds. If none is
 * rare, or the hits are too many, more mail is gone through. Every step has its bound, whatever is asked for (row Z13).
 */
export async function searchIndex(
  context: MemberContext,
  clauses: Clause[],
  asker: Asker,
  { after, limit }: { after: Mark | undefined; limit: number },
): Promise<Step> {
  const search = { context, clauses, asker };
  const begin = performance.now();
  const isOver = () => performance.now() - begin > walkMilliseconds;
  const { rows, next } = await walk(search, { after, limit, most: fewWalked });
  if (next === undefined || rows.length === limit) return { rows, next, isLong: false };
  const hits = await findHits(search, after);
  if (hits !== undefined) return lookUp(search, hits, limit, isOver);
  const most = clauses.some((clause) => isOfLabel(clause)) ? mostWalked.withAddresses : mostWalked.usually;
  let place: Mark | undefined = next;
  while (place !== undefined && rows.length < limit && !isOver()) {
    const step = await walk(search, { after: place, limit: limit - rows.length, most });
    rows.push(...step.rows);
    place = step.next;
  }
  return { rows, next: place, isLong: true };
}

/** Looks at the newest messages, one after the other, at most so many. */
async function walk(
  search: Search,
  { after, limit, most }: { after: Mark | undefined; limit: number; most: number },
): Promise<Omit<Step, "isLong">> {
  const { context, clauses, asker } = search;
  const mail = newest(search, after, most);
  const others = clauses.filter((clause) => !isOfPlace(clause) && clause !== mail.led);
  const holdAll = (some: Clause[]) =>
    Prisma.join([Prisma.sql`true`, ...some.map((clause) => condition(clause, asker))], " AND ");
  // OFFSET 0: for each message, its words are looked at by its key, and its row only if these hold.
  // The end is of the same moment as what is found before it.
  const found = await sql(context.db)<CustomerInbox & { at: Date | null; key: string | null }>`
    WITH place AS MATERIALIZED (${mail.readable} LIMIT ${most}::int)
    SELECT edge.modified AS at, edge.name::text AS key, page.*
    FROM (SELECT) AS always
    LEFT JOIN (SELECT modified, name FROM place ORDER BY modified DESC, name DESC OFFSET ${most - 1}::int LIMIT 1) AS edge ON true
    LEFT JOIN LATERAL (
      SELECT ${columns} FROM (
        SELECT place.modified, place.name, search.bytes, search.tokens
        FROM (SELECT modified, name FROM place ORDER BY modified DESC, name DESC OFFSET 0) AS place CROSS JOIN LATERAL (
          SELECT bytes, tokens FROM message_search
          WHERE message = place.name AND company = ${context.member.company}::uuid OFFSET 0
        ) AS search
        WHERE ${holdAll(others.filter(isOfWords))}
        ORDER BY place.modified DESC, place.name DESC OFFSET 0
      ) AS search CROSS JOIN LATERAL (SELECT * FROM customer_inbox WHERE name = search.name OFFSET 0) AS inbox
      WHERE ${holdAll(others.filter((clause) => !isOfWords(clause)))}
      ORDER BY search.modified DESC, search.name DESC LIMIT ${limit}::int
    ) AS page ON true ORDER BY page.modified DESC, page.name DESC`;
  const [{ at, key } = { at: null, key: null }] = found;
  const rows = found.flatMap(({ at: _at, key: _key, ...row }) => (row.name === null ? [] : [row]));
  const last = rows.at(-1);
  if (rows.length === limit && last) return { rows, next: placeOf(last) };
  if (at !== null && key !== null) return { rows, next: { at, key } };
  const [edge] = await sql(context.db)<Place>`
    SELECT place.modified, place.name::text FROM (${mail.all} OFFSET ${mail.passed - 1}::int LIMIT 1) AS place`;
  return { rows, next: edge && placeOf(edge) };
}

/**
 * The mail that is gone through, of which a Member may read hardly any: so the member's is picked from a bounded part of the
 * index, without the rows. What an index leads to by place does not count as gone through when it is left out. Of several
 * addresses, each has its newest looked up: Postgres would sort all that they have.
 * @param most messages that are wanted of it
 * @returns also how many are passed, and the clause that holds for all of them because it led to them
 */
function newest({ context, clauses, asker }: Search, after: Mark | undefined, most: number) {
  const leading = clauses.filter(isOfPlace).map((clause) => condition(clause, asker));
  const [led, recipients = []] = clauses
    .map((clause) => [clause, recipientsOf(clause, asker)] as const)
    .filter(([{ kind }, found]) => found !== undefined && kind !== "in")
    .sort(([, one = []], [, other = []]) => one.length - other.length)[0] ?? [undefined];
  const passed = led === undefined ? mostPassed : most;
  const ofCompany = Prisma.sql`inbox.company = ${context.member.company}::uuid`;
  const page = (conditions: Prisma.Sql[]) => Prisma.sql`
    SELECT inbox.company, inbox.modified, inbox.name, inbox.owner, inbox.visibility FROM customer_inbox AS inbox
    WHERE ${Prisma.join([ofCompany, isAfter(after), ...leading, ...conditions], " AND ")}
    ORDER BY inbox.modified DESC, inbox.name DESC`;
  const all =
    led === undefined
      ? page([])
      : Prisma.sql`
        SELECT inbox.* FROM unnest(${recipients}::text[]) AS led (address) CROSS JOIN LATERAL (
          ${page([Prisma.sql`inbox.recipients = led.address`])} LIMIT ${most}::int
        ) AS inbox ORDER BY inbox.modified DESC, inbox.name DESC`;
  const readable = Prisma.sql`
    SELECT inbox.modified, inbox.name FROM (${all} LIMIT ${passed}::int) AS inbox
    WHERE ${readableInbox(context.member)} ORDER BY inbox.modified DESC, inbox.name DESC`;
  return { all, readable, passed, led };
}

/**
 * The messages that the index of tokens finds, the newest first.
 * @returns undefined when nothing that is asked for is rare, or the hits are too many, or take too long to find
 */
async function findHits(search: Search, after: Mark | undefined): Promise<Mark[] | undefined> {
  const { context, clauses } = search;
  const asked = await rareTokens(search, after);
  if (asked === undefined) return undefined;
  // What must not be there narrows down as well.
  const without = clauses.filter((clause) => clause.kind === "not" && !hasPrefix(clause)).map(tokensOf);
  const tokens = [...asked, ...without.filter((one) => one !== undefined)].join(" & ");
  const place =
    after === undefined ? Prisma.sql`true` : Prisma.sql`(modified, message) < (${after.at}, ${after.key}::uuid)`;
  const kept = Prisma.sql`ORDER BY modified DESC, message DESC) FILTER (WHERE ${place}))[1:${mostKept}::int]`;
  const [found] = await inTime(
    context.db,
    (db) => sql(db)<{ hits: number; names: string[] | null; times: Date[] | null }>`
      SELECT count(*)::int AS hits, (array_agg(message::text ${kept} AS names, (array_agg(modified ${kept} AS times
      FROM (
        SELECT message, modified FROM message_search AS search
        WHERE search.company = ${context.member.company}::uuid AND search.tokens @@ ${tokens}::tsquery
        LIMIT ${mostHits + 1}::int
      ) AS hit`,
  );
  if (found === undefined || found.hits > mostHits) return undefined;
  return (found.names ?? []).map((key, at) => ({ key, at: new Date(found.times?.[at] ?? 0) }));
}

/** @returns nothing when the statement takes longer than the index may */
async function inTime<Row>(db: CompanyDatabase, ask: (tx: CompanyDatabase) => Promise<Row[]>): Promise<Row[]> {
  try {
    return await db.$transaction(async (tx) => {
      await sql(tx)`SELECT set_config('statement_timeout', ${`${indexMilliseconds}`}, true)`;
      return ask(tx as CompanyDatabase);
    });
  } catch (error) {
    if (ranOutOfTime(error)) return [];
    throw error;
  }
}

/**
 * Of the clauses that an index could lead to, those that hold for few of the first messages, as queries of tokens. The
 * beginning of a word is looked up among the words of all companies, so it is taken only when nothing else is rare.
 */
async function rareTokens(search: Search, after: Mark | undefined): Promise<string[] | undefined> {
  const { context, clauses } = search;
  const leads = clauses.flatMap((clause) => {
    const tokens = leadOf(clause);
    return tokens === undefined ? [] : [{ tokens, isBeginning: hasPrefix(clause) }];
  });
  if (leads.length === 0) return undefined;
  const counts = leads.map(({ tokens }) => Prisma.sql`count(*) FILTER (WHERE tokens @@ ${tokens}::tsquery)::int`);
  // What is stored apart from its row is read once for all clauses: joined with nothing, it is in memory.
  const [sample] = await sql(context.db)<{ of: number; counts: number[] }>`
    SELECT count(*)::int AS of, ARRAY[${Prisma.join(counts)}] AS counts
    FROM (
      ${newest(search, after, fewWalked).readable} LIMIT ${fewWalked}::int
    ) AS place CROSS JOIN LATERAL (
      SELECT tokens || ''::tsvector AS tokens FROM message_search
      WHERE message = place.name AND company = ${context.member.company}::uuid OFFSET 0
    ) AS search`;
  const rare = leads.filter((_, at) => (sample?.counts[at] ?? 0) <= (sample?.of ?? 0) * rareShare);
  const whole = rare.filter(({ isBeginning }) => !isBeginning);
  const taken = whole.length > 0 ? whole : rare;
  return taken.length === 0 ? undefined : taken.map(({ tokens }) => tokens);
}

/** Looks the newest hits up, some at a time, until enough of them hold. */
async function lookUp(
  { context, clauses, asker }: Search,
  hits: Mark[],
  limit: number,
  isOver: () => boolean,
): Promise<Step> {
  const filters = [readableInbox(context.member), ...clauses.map((clause) => condition(clause, asker))];
  const rows: CustomerInbox[] = [];
  for (let at = 0; at < hits.length; at += lookedUpTogether) {
    const some = hits.slice(at, at + lookedUpTogether);
    // OFFSET 0: each is looked up. Postgres may rather go through all mail of the company for them.
    const found = await sql(context.db)<CustomerInbox>`
      SELECT ${columns} FROM unnest(${some.map(({ key }) => key)}::uuid[]) AS hit (name)
        CROSS JOIN LATERAL (SELECT * FROM customer_inbox WHERE name = hit.name OFFSET 0) AS inbox
        CROSS JOIN LATERAL (
          SELECT bytes, tokens FROM message_search
          WHERE message = inbox.name AND company = ${context.member.company}::uuid OFFSET 0
        ) AS search
      WHERE ${Prisma.join(filters, " AND ")}
      ORDER BY inbox.modified DESC, inbox.name DESC LIMIT ${limit - rows.length}::int`;
    rows.push(...found);
    const last = rows.at(-1);
    if (rows.length === limit && last) return { rows, next: placeOf(last), isLong: false };
    const end = some.at(-1);
    if (isOver() && end !== hits.at(-1)) return { rows, next: end, isLong: true };
  }
  // There may be more hits than were kept.
  const next = hits.length === mostKept ? hits.at(-1) : undefined;
  return { rows, next, isLong: next !== undefined };
}
