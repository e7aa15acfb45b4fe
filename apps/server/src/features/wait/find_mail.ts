import type { Match } from "@mayfly/contracts";
import type { KeyContext } from "../../context.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { type Claim, claimMessages, claimStates, type Mark } from "../claim/claim.ts";
import { lowest } from "./claim_floors.ts";
import { contentFailures, rowFailures } from "./criteria.ts";

/** What is waited for. */
export interface Wanted {
  address: string;
  match: Match;
  /** Mail after this counts. */
  since: Mark | undefined;
  count: number;
  /** Seconds for which the messages are claimed; undefined: they are not. */
  lease: number | undefined;
  /** Nothing should come (row R05). */
  isUnwanted: boolean;
}

export interface FoundMessage {
  row: CustomerInbox;
  claim?: Claim;
}

/** How many messages of an address a wait looks at, the newest, and one that claims. */
const lookedAt = 1_000;
const lookedAtToClaim = 10_000;
/** Messages in one step of the way through those. */
const chunk = 1_000;
/** Free messages that match which a claim chooses from: as many as others may be claiming at the same time. */
const choice = 128;
/** How much earlier than another one a message may say it came that is on disk later. Milliseconds. */
const unsettled = 60_000;

/**
 * Finds mail that is wanted, the newest first, or claims it, the oldest first.
 * @param judged names of messages that do not match, which this wait need not read again
 * @param from when this wait looked before: what was on disk by then is known
 * @returns undefined when there is too little
 */
export function findMail(
  context: KeyContext,
  wanted: Wanted,
  known: { judged: Set<string>; from: Date | undefined },
): Promise<FoundMessage[] | undefined> {
  return wanted.lease === undefined ? look(context, wanted, known) : claim(context, wanted, wanted.lease, known);
}

async function look(
  context: KeyContext,
  { address, match, since, count }: Wanted,
  { judged, from }: { judged: Set<string>; from: Date | undefined },
) {
  const rows = await context.db.customerInbox.findMany({
    where: {
      recipients: address,
      ...(since && after(since)),
      // With fewer than are wanted, what was found before is looked at again.
      ...(from && count === 1 && { AND: { modified: { gt: new Date(from.getTime() - unsettled) } } }),
    },
    orderBy: [{ modified: "desc" }, { name: "desc" }],
    take: lookedAt,
  });
  const found: FoundMessage[] = [];
  for (const row of rows) {
    if (!judged.has(row.name) && (await matches(context, match, row))) found.push({ row });
    else judged.add(row.name);
    if (found.length === count) return found;
  }
  return undefined;
}

const after = ({ at, name }: Mark) => ({
  OR: [{ modified: { gt: at } }, { modified: at, name: { gt: name } }],
});

async function claim(
  context: KeyContext,
  { address, match, since, count }: Wanted,
  lease: number,
  { judged }: { judged: Set<string> },
) {
  const { db, member, key, clock, waiters } = context;
  const { company } = member;
  const floor = await floorOf(context, address);
  let mark = since !== undefined && since.at > floor.at ? since : floor;
  const free: string[] = [];
  for (let more = true; more; ) {
    const now = clock();
    const states = await claimStates(db, { company, address, after: mark, now, limit: chunk });
    if (mark === waiters.claimFloors.of(address)) waiters.claimFloors.raise(address, mark, states, now);
    more = states.length === chunk;
    mark = states.at(-1) ?? mark;
    const names = states.filter(({ is_taken, name }) => !is_taken && !judged.has(name)).map(({ name }) => name);
    for (let at = 0; at < names.length && free.length < choice; at += choice) {
      free.push(...(await matching(context, match, names.slice(at, at + choice), judged)));
    }
    while (free.length >= count && (free.length >= choice || !more)) {
      const names = free.slice(0, choice);
      const given = { names, count, lease, now: clock() };
      const claims = await claimMessages(db, { company, api_key: key.name, member: member.name }, given);
      if (claims !== undefined) return claimed(context, claims);
      // All of them went to others meanwhile.
      free.splice(0, choice);
    }
  }
  return undefined;
}

async function floorOf({ db, waiters }: KeyContext, address: string): Promise<Mark> {
  const known = waiters.claimFloors.of(address);
  if (known !== undefined) return known;
  const row = await db.customerInbox.findFirst({
    where: { recipients: address },
    orderBy: [{ modified: "desc" }, { name: "desc" }],
    skip: lookedAtToClaim,
    select: { modified: true, name: true },
  });
  const floor = row === null ? { at: new Date(0), name: lowest } : { at: row.modified, name: row.name };
  waiters.claimFloors.set(address, floor);
  return floor;
}

/** Those of the messages that match, in the order given. */
async function matching(context: KeyContext, match: Match, names: string[], judged: Set<string>): Promise<string[]> {
  if (Object.values(match).every((criterion) => criterion === undefined)) return names;
  const rows = await context.db.customerInbox.findMany({ where: { name: { in: names } } });
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  const found: string[] = [];
  for (const name of names) {
    const row = rowOf.get(name);
    if (row !== undefined && (await matches(context, match, row))) found.push(name);
    else judged.add(name);
  }
  return found;
}

async function claimed({ db }: KeyContext, claims: (Claim & { message: string })[]): Promise<FoundMessage[]> {
  const rows = await db.customerInbox.findMany({ where: { name: { in: claims.map(({ message }) => message) } } });
  return claims.flatMap(({ message, ...claim }) => {
    const row = rows.find(({ name }) => name === message);
    return row === undefined ? [] : [{ row, claim }];
  });
}

async function matches({ messages }: KeyContext, match: Match, row: CustomerInbox): Promise<boolean> {
  if (rowFailures(match, row).length > 0) return false;
  try {
    return (await contentFailures(match, row, messages)).length === 0;
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof Refusal) return false;
    throw error;
  }
}
