import { unicodeAddress } from "@mayfly/contracts";
import { type Deadline, deadline } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { slowSeconds } from "../../database/database.ts";
import type { Mark } from "../../documents/cursor.ts";
import { type CustomerInbox, Prisma } from "../../generated/prisma/client.ts";
import { readableEmails, readableInbox } from "../email/email.ts";
import { type Asker, documentsOf, holds, possession, prefixOf } from "./document.ts";
import { settledMilliseconds } from "./indexer.ts";
import { type Clause, hasPhrases, type Term, termsOf } from "./query.ts";
import { refusedQuery } from "./query_refusal.ts";

export interface SearchPage {
  rows: CustomerInbox[];
  /** Where to go on; undefined: there is no more. A page may have fewer rows than wanted, and still not be the last. */
  next: Mark | undefined;
}

/** Of as many hits, or fewer, the newest are found by sorting them; of more, by going through the mail, the newest first. */
const sortedHits = 3_000;
/** Messages that are gone through before the index is asked: a common word is found among them. */
const fewWalked = 500;
/** Messages that one page goes through at most. */
const mostWalked = 15_000;
/** Messages that one page reads to look for words in their order. */
const mostRead = 200;
/** Of the messages that are not indexed yet, the newest so many are read. */
const mostUnindexed = 200;
/** How long a search reads those. Milliseconds. */
const unindexedMilliseconds = 1_000;
/** How long one page reads mail. Milliseconds. */
export const pageMilliseconds = slowSeconds * 1_000;

/**
 * Finds mail that the member may read (rows T01, T02, P54 to P56), the newest first.
 * @param until when to stop reading mail
 */
export async function searchMessages(
  context: MemberContext,
  clauses: Clause[],
  { after, limit, until }: { after: Mark | undefined; limit: number; until: Deadline },
): Promise<SearchPage> {
  const addresses = await addressesIn(context, clauses);
  const asker = { member: context.member.name, addresses, runs: await runsIn(context, clauses) };
  const unindexed = await searchUnindexed(context, clauses, after, asker);
  const mustRead = hasPhrases(clauses);
  const found: CustomerInbox[] = [];
  let place: Mark | undefined = after;
  let isMore = true;
  for (let read = 0; isMore && found.length <= limit && read < mostRead; ) {
    const step = await searchIndex(context, clauses, asker, { after: place, limit: limit + 1 - found.length });
    const { held, last } = mustRead
      ? await heldOf(context, clauses, step.rows, { asker, until })
      : { held: step.rows, last: step.rows.at(-1) };
    found.push(...held);
    // Without the time to read all of them, the next page goes on from the last that was read.
    const isCut = last !== step.rows.at(-1);
    place = isCut && last ? placeOf(last) : step.next;
    isMore = place !== undefined;
    // A step that went through many messages is enough for one page.
    read += step.isLong || isCut || until.isOver() ? mostRead : mustRead ? step.rows.length : 0;
  }
  // A message may have been indexed between the two; and what is older than the place comes on a later page.
  const names = new Set(found.map(({ name }) => name));
  const others = unindexed.filter((row) => !names.has(row.name) && !(place && isOlder(row, place)));
  const rows = [...others, ...found].sort(newestFirst);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last) return { rows: shown, next: placeOf(last) };
  return { rows: shown, next: place };
}

const placeOf = ({ modified, name }: Pick<CustomerInbox, "modified" | "name">): Mark => ({ at: modified, key: name });

const newestFirst = (a: CustomerInbox, b: CustomerInbox) =>
  b.modified.getTime() - a.modified.getTime() || (a.name < b.name ? 1 : -1);

const isOlder = ({ modified, name }: CustomerInbox, { at, key: than }: Mark) =>
  modified < at || (modified.getTime() === at.getTime() && name < than);

/** The addresses that are named. @throws Refusal with the place of one that the member may not read, or that does not exist */
async function addressesIn(context: MemberContext, clauses: Clause[]): Promise<Asker["addresses"]> {
  const named = termsOf(clauses).flatMap((term) => (term.kind === "in" ? [term] : []));
  if (named.length === 0) return new Map();
  const found = await readableEmails(
    context,
    named.map(({ address }) => address),
  );
  for (const { address, place } of named) {
    if (!found.has(address))
      throw refusedQuery({
        ...place,
        text: `${unicodeAddress(address)} is not one of your addresses, and it isn't shared with you.`,
      });
  }
  return new Map([...found].map(([name, { email_name }]) => [name, email_name]));
}

/** The addresses of the runs that are named. */
async function runsIn({ db, member }: MemberContext, clauses: Clause[]): Promise<Asker["runs"]> {
  const named = termsOf(clauses).flatMap((term) => (term.kind === "run" ? [term.run] : []));
  const runs: Asker["runs"] = new Map(named.map((run) => [run, new Set()]));
  if (runs.size === 0) return runs;
  const where = { company: member.company, run: { in: [...runs.keys()] } };
  const rows = await db.email.findMany({ where, select: { email_name: true, run: true } });
  for (const { email_name, run } of rows) runs.get(run ?? "")?.add(email_name);
  return runs;
}

/** Mail of the last moments, which the index does not have yet. */
async function searchUnindexed(
  context: MemberContext,
  clauses: Clause[],
  after: Mark | undefined,
  asker: Asker,
): Promise<CustomerInbox[]> {
  // OFFSET 0: each message is looked up. Otherwise Postgres may join the whole index, of which it expects much more than there is.
  const rows = await sql(context.db)<CustomerInbox>`
    SELECT ${columns} FROM customer_inbox AS inbox
    WHERE ${readableInbox(context.member)} AND ${isAfter(after)}
      AND inbox.modified > (SELECT indexed_to FROM search_state) - ${settledMilliseconds / 1_000} * interval '1 second'
      AND NOT EXISTS (SELECT FROM message_search WHERE message = inbox.name AND company = inbox.company OFFSET 0)
    ORDER BY inbox.modified DESC, inbox.name DESC LIMIT ${mostUnindexed}::int`;
  const until = deadline(context.clock, unindexedMilliseconds);
  return (await heldOf(context, clauses, rows, { asker, until })).held;
}

/** Those of the messages that hold what is looked for, as their texts say, and the last that there was time to read. */
async function heldOf(
  { messages }: MemberContext,
  clauses: Clause[],
  rows: CustomerInbox[],
  { asker, until }: { asker: Asker; until: Deadline },
): Promise<{ held: CustomerInbox[]; last: CustomerInbox | undefined }> {
  const held: CustomerInbox[] = [];
  let last: CustomerInbox | undefined;
  const link = termsOf(clauses).some((term) => term.kind === "has" && term.what === "link");
  const needed = { texts: hasPhrases(clauses), link };
  for await (const [row, document] of documentsOf(messages, rows, needed, until)) {
    last = row;
    if (document && holds(clauses, row, document, asker)) held.push(row);
  }
  return { held, last };
}

interface Step {
  rows: CustomerInbox[];
  /** Where to go on; undefined: this was the end. */
  next: Mark | undefined;
  /** Whether it took as long as one page may take. */
  isLong: boolean;
}

/**
 * Finds the next messages, at most `limit`. Postgres would go through all mail, the newest first, for a word that hardly any
 * message has, or sort all of it for one that every message has. So a few messages are gone through first; then the hits are
 * counted by the index of tokens, up to a limit; if they are too many, or it cannot find them, more mail is gone through.
 */
async function searchIndex(
  context: MemberContext,
  clauses: Clause[],
  asker: Asker,
  wanted: { after: Mark | undefined; limit: number },
): Promise<Step> {
  const near = await walk(context, clauses, asker, { ...wanted, most: fewWalked });
  if (near.next === undefined || near.rows.length === wanted.limit) return { ...near, isLong: false };
  const hits = await sortHits(context, clauses, asker, wanted);
  if (hits !== undefined) {
    const last = hits.length === wanted.limit ? hits.at(-1) : undefined;
    return { rows: hits, next: last && placeOf(last), isLong: false };
  }
  return { ...(await walk(context, clauses, asker, { ...wanted, most: mostWalked })), isLong: true };
}

/** Looks at the newest messages, one after the other, at most so many. */
async function walk(
  context: MemberContext,
  clauses: Clause[],
  asker: Asker,
  { after, limit, most }: { after: Mark | undefined; limit: number; most: number },
): Promise<Omit<Step, "isLong">> {
  // An index leads straight to these: what they leave out does not count as gone through.
  const leading = clauses.filter(isOfPlace).map((clause) => condition(clause, asker));
  const others = clauses.filter((clause) => !isOfPlace(clause)).map((clause) => condition(clause, asker));
  const mail = Prisma.sql`
    FROM customer_inbox AS inbox
    WHERE ${Prisma.join([readableInbox(context.member), isAfter(after), ...leading], " AND ")}
    ORDER BY inbox.modified DESC, inbox.name DESC`;
  // OFFSET 0: each message's tokens are looked at by its key, and not found by the index.
  const rows = await sql(context.db)<CustomerInbox>`
    SELECT ${columns} FROM (SELECT inbox.* ${mail} LIMIT ${most}::int) AS inbox CROSS JOIN LATERAL (
      SELECT bytes, tokens FROM message_search WHERE message = inbox.name AND company = inbox.company OFFSET 0
    ) AS search
    WHERE ${Prisma.join([Prisma.sql`true`, ...others], " AND ")}
    ORDER BY inbox.modified DESC, inbox.name DESC LIMIT ${limit}::int`;
  const last = rows.at(-1);
  if (rows.length === limit && last) return { rows, next: placeOf(last) };
  const [end] = await sql(context.db)<Pick<CustomerInbox, "modified" | "name">>`
    SELECT inbox.modified, inbox.name::text ${mail} OFFSET ${most - 1}::int LIMIT 1`;
  return { rows, next: end && placeOf(end) };
}

/** Sorts what the index of tokens finds. @returns undefined when it finds too much, or does not know what is looked for */
async function sortHits(
  context: MemberContext,
  clauses: Clause[],
  asker: Asker,
  { after, limit }: { after: Mark | undefined; limit: number },
): Promise<CustomerInbox[] | undefined> {
  const tokens = tokenQuery(clauses);
  if (tokens === undefined) return undefined;
  const filters = [readableInbox(context.member), isAfter(after), ...clauses.map((clause) => condition(clause, asker))];
  // The hits decide: by their names, in an array, mail is looked up. Joined, Postgres may expect many and go through all mail
  // instead; and what is found is sorted after it is found, because an order by time would lead it there as well.
  const rows = await sql(context.db)<CustomerInbox & { hits: number }>`
    WITH hit AS MATERIALIZED (
      SELECT message FROM message_search AS search
      WHERE search.company = ${context.member.company}::uuid AND search.tokens @@ ${tokens}::tsquery
      LIMIT ${sortedHits + 1}::int
    ), counted AS MATERIALIZED (SELECT count(*)::int AS hits FROM hit), found AS MATERIALIZED (
      SELECT inbox.* FROM customer_inbox AS inbox
        JOIN message_search AS search ON search.message = inbox.name AND search.company = inbox.company
      WHERE inbox.name = ANY(ARRAY(SELECT message FROM hit WHERE (SELECT hits FROM counted) <= ${sortedHits}::int))
        AND ${Prisma.join(filters, " AND ")}
    )
    SELECT counted.hits, page.* FROM counted LEFT JOIN LATERAL (
      SELECT ${columns} FROM found AS inbox ORDER BY inbox.modified DESC, inbox.name DESC LIMIT ${limit}::int
    ) AS page ON true`;
  return (rows[0]?.hits ?? 0) > sortedHits ? undefined : rows.filter(({ name }) => name !== null);
}

/** Whether a clause is about where a message is in the lists. */
const isOfPlace = (clause: Clause): boolean =>
  clause.kind === "any" ? clause.clauses.every(isOfPlace) : ["in", "run", "before", "after"].includes(clause.kind);

const columns = Prisma.sql`inbox.name::text, inbox.company::text, inbox.owner, inbox.visibility, inbox.recipients,
  inbox.source::text, inbox.mail_from, inbox.sender, inbox.subject, inbox.preview, inbox.code, inbox.has_attachment,
  inbox._seen AS seen, inbox.creation, inbox.modified`;

const isAfter = (place: Mark | undefined) =>
  place === undefined ? Prisma.sql`true` : Prisma.sql`(inbox.modified, inbox.name) < (${place.at}, ${place.key}::uuid)`;

const lexeme = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** A term as a tsquery; undefined: the index of tokens does not know it. */
function tokensOfTerm(term: Term): string | undefined {
  if (term.kind === "has") return lexeme(possession(term.what));
  if (term.kind !== "words" && term.kind !== "phrase") return undefined;
  const parts = term.asked.map(({ token, isPrefix }) => lexeme(prefixOf[term.field] + token) + (isPrefix ? ":*" : ""));
  return `(${parts.join(" & ")})`;
}

/** The same of a clause. Of words in their order it is only that they are there. */
function tokensOf(clause: Clause): string | undefined {
  switch (clause.kind) {
    case "all":
    case "any": {
      const parts = clause.clauses.map(tokensOf);
      return parts.includes(undefined) ? undefined : `(${parts.join(clause.kind === "all" ? " & " : " | ")})`;
    }
    case "not": {
      const tokens = tokensOf(clause.clause);
      // Words that are left out in this order may well be there in another.
      return tokens === undefined || hasPhrases([clause]) ? undefined : `!${tokens}`;
    }
    default:
      return tokensOfTerm(clause);
  }
}

/** What the index of tokens leads to, for all that is found and perhaps more; undefined when it would go through all mail. */
function leadOf(clause: Clause): string | undefined {
  switch (clause.kind) {
    case "all": {
      const leads = clause.clauses.map(leadOf).filter((lead) => lead !== undefined);
      return leads.length === 0 ? undefined : `(${leads.join(" & ")})`;
    }
    case "any": {
      const leads = clause.clauses.map(leadOf);
      return leads.includes(undefined) ? undefined : `(${leads.join(" | ")})`;
    }
    case "not":
      return undefined;
    default:
      return tokensOfTerm(clause);
  }
}

/** What the index of tokens can find; undefined when it would have to go through all of it. */
function tokenQuery(clauses: Clause[]): string | undefined {
  const lead = leadOf({ kind: "all", clauses });
  const others = clauses.filter((clause) => leadOf(clause) === undefined).map(tokensOf);
  return lead && [lead, ...others.filter((tokens) => tokens !== undefined)].join(" & ");
}

/** A clause as a condition on a message's rows. Of words in their order it is only what the tokens say. */
function condition(clause: Clause, asker: Asker): Prisma.Sql {
  const tokens = tokensOf(clause);
  if (tokens !== undefined) return Prisma.sql`search.tokens @@ ${tokens}::tsquery`;
  switch (clause.kind) {
    case "all":
    case "any": {
      const parts = clause.clauses.map((one) => Prisma.sql`(${condition(one, asker)})`);
      return Prisma.sql`(${Prisma.join(parts, clause.kind === "all" ? " AND " : " OR ")})`;
    }
    case "not":
      return hasPhrases([clause]) ? Prisma.sql`true` : Prisma.sql`NOT (${condition(clause.clause, asker)})`;
    default:
      return conditionOf(clause, asker);
  }
}

function conditionOf(term: Term, { member, addresses, runs }: Asker): Prisma.Sql {
  switch (term.kind) {
    case "unread":
      return term.is ? Prisma.sql`NOT (${member} = ANY(inbox._seen))` : Prisma.sql`${member} = ANY(inbox._seen)`;
    case "before":
      return Prisma.sql`inbox.modified < ${term.at}`;
    case "after":
      return Prisma.sql`inbox.modified >= ${term.at}`;
    case "larger":
      return Prisma.sql`search.bytes > ${term.bytes}::bigint`;
    case "in":
      return Prisma.sql`inbox.recipients = ${addresses.get(term.address)}`;
    case "run":
      return Prisma.sql`inbox.recipients = ANY(${[...(runs.get(term.run) ?? [])]}::text[])`;
    default:
      return Prisma.sql`search.tokens @@ ${tokensOfTerm(term) ?? ""}::tsquery`;
  }
}
