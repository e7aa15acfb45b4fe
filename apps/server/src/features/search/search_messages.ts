import { unicodeAddress } from "@mayfly/contracts";
import { type Deadline, deadline } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { slowSeconds } from "../../database/database.ts";
import { readerOf } from "../../documents/slow_queries.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import type { Mark } from "../../mark.ts";
import { readable, readableEmails, readableInbox } from "../email/rights.ts";
import { columns, isAfter, mostRecipients } from "./conditions.ts";
import { type Asker, documentsOf, holds, type Judge, keyOf } from "./document.ts";
import { type Clause, hasPhrases, termsOf } from "./query.ts";
import { refusedQuery } from "./query_refusal.ts";
import { settledMilliseconds } from "./ranges.ts";
import { placeOf, searchIndex } from "./search_index.ts";

export interface SearchPage {
  rows: CustomerInbox[];
  /** Where to go on; undefined: there is no more. A page may have fewer rows than wanted, and still not be the last. */
  next: Mark | undefined;
  /** Up to when the mail that was searched is complete; undefined: all was searched. */
  indexed_to: Date | undefined;
  /** When to stop reading mail for the page. */
  until: Deadline;
}

/** Messages that one page reads to look for words in their order. */
const mostRead = 200;
/** Of the messages that are not indexed yet, the newest so many are read. */
const mostUnindexed = 200;
/** Messages that are looked at for those. */
const mostPassed = 2_000;
/** How long a search reads those. Milliseconds. */
const unindexedMilliseconds = 1_000;
/** How long one page reads mail, from its turn on. Milliseconds. */
export const pageMilliseconds = slowSeconds * 1_000;

/**
 * Finds mail that the member may read (rows T01, T02, P54 to P56), the newest first.
 */
export async function searchMessages(
  given: MemberContext,
  clauses: Clause[],
  { after, limit }: { after: Mark | undefined; limit: number },
): Promise<SearchPage> {
  const mustRead = hasPhrases(clauses);
  const context = await readerOf(given, mustRead);
  const until = deadline(context.clock, pageMilliseconds);
  const addresses = await addressesIn(context, clauses);
  const asker = { member: context.member.name, addresses, labelled: await labelledIn(context, clauses) };
  const { held: unindexed, isAll } = await searchUnindexed(context, clauses, after, asker);
  const found: CustomerInbox[] = [];
  let place: Mark | undefined = after;
  let isMore = true;
  for (let read = 0; isMore && found.length <= limit && read < mostRead; ) {
    const step = await searchIndex(context, clauses, asker, { after: place, limit: limit + 1 - found.length });
    const { held, last } = mustRead
      ? await matchingOf(context, clauses, step.rows, { asker, until })
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
  const next = rows.length > limit && last ? placeOf(last) : place;
  return { rows: shown, next, indexed_to: isAll ? undefined : await indexedTo(context), until };
}

async function indexedTo({ db }: MemberContext): Promise<Date | undefined> {
  const [state] = await sql(db)<{ indexed_to: Date }>`SELECT indexed_to FROM search_state`;
  return state?.indexed_to;
}

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

/** The addresses with the labels that are named. */
async function labelledIn({ db, member }: MemberContext, clauses: Clause[]): Promise<Asker["labelled"]> {
  const labelled: Asker["labelled"] = new Map();
  for (const term of termsOf(clauses)) {
    if (term.kind !== "label" || labelled.has(keyOf(term))) continue;
    const has = term.of === "run" ? { run: term.label } : { tags: { has: term.label } };
    const rows = await db.email.findMany({
      where: { AND: [{ company: member.company, ...has }, readable(member)] },
      select: { email_name: true },
      take: mostRecipients + 1,
    });
    labelled.set(keyOf(term), rows.length > mostRecipients ? undefined : rows.map(({ email_name }) => email_name));
  }
  return labelled;
}

/** The labels of each address that messages were sent to, if any are named. */
async function labelsOf({ db }: MemberContext, rows: CustomerInbox[], { labelled }: Asker): Promise<Judge["labelsOf"]> {
  if (labelled.size === 0) return new Map();
  const names = [...new Set(rows.map(({ recipients }) => recipients))];
  const found = await db.email.findMany({
    where: { email_name: { in: names } },
    select: { email_name: true, run: true, tags: true },
  });
  return new Map(found.map(({ email_name, ...labels }) => [email_name, labels]));
}

/** Mail of the last moments, which the index does not have yet, and whether all of it was read. */
async function searchUnindexed(
  context: MemberContext,
  clauses: Clause[],
  after: Mark | undefined,
  asker: Asker,
): Promise<{ held: CustomerInbox[]; isAll: boolean }> {
  const { member, db } = context;
  // While the index is far behind, or its last words come late, most of this mail is there: it is not gone through for the rest.
  // OFFSET 0: each message is looked up. Otherwise Postgres may join the whole index, of which it expects much more than there is.
  const found = await sql(db)<CustomerInbox & { passed: number }>`
    WITH passed AS MATERIALIZED (
      SELECT inbox.company, inbox.modified, inbox.name, inbox.owner, inbox.visibility FROM customer_inbox AS inbox
      WHERE inbox.company = ${member.company}::uuid AND ${isAfter(after)}
        AND inbox.modified > (SELECT indexed_to FROM search_state) - ${settledMilliseconds / 1_000} * interval '1 second'
      ORDER BY inbox.modified DESC, inbox.name DESC LIMIT ${mostPassed}::int
    )
    SELECT counted.passed, page.* FROM (SELECT count(*)::int AS passed FROM passed) AS counted LEFT JOIN LATERAL (
      SELECT ${columns} FROM (
        SELECT inbox.name, inbox.modified FROM passed AS inbox
        WHERE ${readableInbox(member)}
          AND NOT EXISTS (SELECT FROM message_search WHERE message = inbox.name AND company = inbox.company OFFSET 0)
        ORDER BY inbox.modified DESC, inbox.name DESC LIMIT ${mostUnindexed + 1}::int
      ) AS place CROSS JOIN LATERAL (SELECT * FROM customer_inbox WHERE name = place.name OFFSET 0) AS inbox
      ORDER BY inbox.modified DESC, inbox.name DESC
    ) AS page ON true`;
  const isWhole = (found[0]?.passed ?? 0) < mostPassed;
  const rows = found.filter(({ name }) => name !== null);
  const until = deadline(context.clock, unindexedMilliseconds);
  const wanted = rows.slice(0, mostUnindexed);
  const { held, last } = await matchingOf(context, clauses, wanted, { asker, until });
  return { held, isAll: isWhole && wanted.length === rows.length && last === wanted.at(-1) };
}

/** Those of the messages that hold what is looked for, as their texts say, and the last that there was time to read. */
async function matchingOf(
  context: MemberContext,
  clauses: Clause[],
  rows: CustomerInbox[],
  { asker, until }: { asker: Asker; until: Deadline },
): Promise<{ held: CustomerInbox[]; last: CustomerInbox | undefined }> {
  const held: CustomerInbox[] = [];
  let last: CustomerInbox | undefined;
  const judge = { ...asker, labelsOf: await labelsOf(context, rows, asker) };
  for await (const [row, document] of documentsOf(context.messages, rows, hasPhrases(clauses), until)) {
    last = row;
    if (document && holds(clauses, row, document, judge)) held.push(row);
  }
  return { held, last };
}
