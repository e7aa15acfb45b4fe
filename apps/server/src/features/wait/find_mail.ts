import type { Match } from "@mayfly/contracts";
import type { Deadline } from "../../clock.ts";
import type { TurnContext } from "../../context.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import { TooLate } from "../../mail/stored_messages.ts";
import type { Mark } from "../../mark.ts";
import { Refusal } from "../../refusal.ts";
import { type Claim, claimFirst, claimMessages, claimStates } from "../claim/claim.ts";
import { newestWhere, placeAfterNewest } from "../inbox/lists.ts";
import { lowest } from "./claim_floors.ts";
import { contentFailures, rowFailures } from "./criteria.ts";

/** Mail after this counts. */
export interface Since extends Mark {
  /** The name of a message that is deleted: of mail after the mark, only what has a later name counts (names ascend). */
  after?: string;
}

/** What is waited for. */
export interface WaitCriteria {
  address: string;
  match: Match;
  since: Since | undefined;
  count: number;
  /** Seconds for which the messages are claimed; undefined: they are not. */
  lease: number | undefined;
  /** Nothing should come (row R05). */
  isUnwanted: boolean;
}

/** What a wait knows of the address's mail from one look to the next. */
export interface MailSeen {
  /** Whether a message matches, by its name: none is read twice. */
  judged: Map<string, boolean>;
  /** When it looked before at all mail: what was on disk by then is known. */
  from: Date | undefined;
}

export interface FoundMessage {
  row: CustomerInbox;
  claim?: Claim;
}

/** What a look came to. */
export interface Looked {
  /** Undefined when there is too little. */
  found?: FoundMessage[];
  /** The names of messages that match, but are fewer than were wanted. */
  few: string[];
  /** Whether there was time to read what must be read. */
  isAllRead: boolean;
  /** When a message that another caller has claimed is free again. */
  freeAt?: Date | undefined;
}

/** How many messages of an address a wait looks at, the newest, and one that claims. */
export const lookedAt = 1_000;
const lookedAtToClaim = 10_000;
/** Messages in the first step of the way through those, which mostly is enough, and in each further one. */
const chunks = { first: 100, further: 1_000 };
/** Free messages that a claim can spare, as others may be claiming some at the same time. */
const spare = 32;
/** How much earlier than another one a message may say it came that is on disk later. Milliseconds. */
const unsettled = 60_000;

/**
 * Finds mail that is wanted, the newest first, or claims it, the oldest first.
 * @param time at `pause` it stops reading, after one message at least, and the next look goes on from there; at `end` no message
 * is waited for any longer
 */
export function findMail(
  context: TurnContext,
  wanted: WaitCriteria,
  known: MailSeen,
  time: { pause: Deadline; end: Deadline },
): Promise<Looked> {
  const judge = openJudge(context, wanted.match, known.judged, time);
  return wanted.lease === undefined
    ? look(context, wanted, known.from, judge)
    : claim(context, wanted, wanted.lease, judge);
}

/** Whether what is waited for needs the message itself, and not only what lists show of it. */
export const readsMail = ({ to, contains, header, has }: Match) =>
  to !== undefined || contains !== undefined || header !== undefined || has === "link";

const wantsAny = (match: Match) => Object.values(match).every((criterion) => criterion === undefined);

interface Judge {
  /** Whether a message matches; undefined: it would have to be read, and there is no time for it. */
  matches(row: CustomerInbox): Promise<boolean | undefined>;
  /** Whether it is known that a message of this name does not match. */
  hasRejected(name: string): boolean;
}

function openJudge(
  context: TurnContext,
  match: Match,
  judged: MailSeen["judged"],
  { pause, end }: { pause: Deadline; end: Deadline },
): Judge {
  let hasRead = false;
  return {
    hasRejected: (name) => judged.get(name) === false,
    async matches(row) {
      const known = judged.get(row.name);
      if (known !== undefined) return known;
      let does = rowFailures(match, row).length === 0;
      if (does && readsMail(match)) {
        if (hasRead && pause.isOver()) return undefined;
        hasRead = true;
        const read = await contentMatches(context, match, row, end);
        if (read === undefined) return undefined;
        does = read;
      }
      judged.set(row.name, does);
      return does;
    },
  };
}

async function look(
  context: TurnContext,
  { address, since, count }: WaitCriteria,
  from: MailSeen["from"],
  judge: Judge,
): Promise<Looked> {
  const unknown = {
    ...mailOf({ address, since }),
    // With fewer than are wanted, what was found before is looked at again.
    ...(from && count === 1 && { modified: { gt: new Date(from.getTime() - unsettled) } }),
  };
  const rows = await newestWhere(context, unknown, lookedAt);
  const found: FoundMessage[] = [];
  for (const row of rows) {
    const does = await judge.matches(row);
    if (does === undefined) return { few: [], isAllRead: false };
    if (does) found.push({ row });
    if (found.length === count) return { found, few: [], isAllRead: true };
  }
  return { few: found.map(({ row }) => row.name), isAllRead: true };
}

/** Filter for the mail of an address that counts. */
const mailOf = ({ address, since }: Pick<WaitCriteria, "address" | "since">) => ({
  recipients: address,
  ...(since && {
    AND: [
      { OR: [{ modified: { gt: since.at } }, { modified: since.at, name: { gt: since.key } }] },
      ...(since.after === undefined ? [] : [{ name: { gt: since.after } }]),
    ],
  }),
});

/** Whether a message counts. */
export const isAfter = ({ modified, name }: Pick<CustomerInbox, "modified" | "name">, since: Since) =>
  (modified > since.at || (modified.getTime() === since.at.getTime() && name > since.key)) &&
  (since.after === undefined || name > since.after);

/** Whether there is more mail than a wait that does not claim looks at. */
export const isCut = async (context: Pick<TurnContext, "db">, wanted: Pick<WaitCriteria, "address" | "since">) =>
  (await placeAfterNewest(context, mailOf(wanted), lookedAt)) !== undefined;

async function claim(
  context: TurnContext,
  { address, match, since, count }: WaitCriteria,
  lease: number,
  judge: Judge,
): Promise<Looked> {
  const { db, member, key, clock, waiters } = context;
  const { company } = member;
  const floor = await floorOf(context, address);
  let mark = since !== undefined && since.at > floor.at ? since : floor;
  const claimer = { company, api_key: key.name, member: member.name };
  if (wantsAny(match) && since?.after === undefined) {
    const now = clock();
    const { claimed, first } = await claimFirst(db, claimer, { address, after: mark, count, lease, now });
    if (mark === floor && first !== null) waiters.claimFloors.raise(address, mark, first, now);
    if (claimed !== undefined) return { found: claimed, few: [], isAllRead: true };
  }
  const free: string[] = [];
  const choice = count + spare;
  let isAllRead = true;
  let freeAt: Date | undefined;
  let limit = chunks.first;
  for (let more = true; more; limit = chunks.further) {
    const now = clock();
    const { states, next } = await claimStates(db, { company, address, after: mark, now, limit });
    if (mark === floor) waiters.claimFloors.raise(address, mark, (states[0] ?? next)?.at ?? null, now);
    more = next !== undefined;
    mark = next ?? mark;
    for (const { free_at } of states) if (free_at && (!freeAt || free_at < freeAt)) freeAt = free_at;
    const names = states
      .filter(({ is_taken, key }) => !is_taken && !judge.hasRejected(key) && key > (since?.after ?? lowest))
      .map(({ key }) => key);
    for (let at = 0; at < names.length && free.length < choice && isAllRead; at += choice) {
      isAllRead = await addMatching(context, match, names.slice(at, at + choice), { judge, free });
    }
    more &&= isAllRead;
    while (free.length >= count && (free.length >= choice || !more)) {
      const names = free.slice(0, choice);
      const given = { names, count, lease, now: clock() };
      const claims = await claimMessages(db, claimer, given);
      if (claims !== undefined) return { found: claims, few: [], isAllRead: true };
      // All of them went to others meanwhile.
      free.splice(0, choice);
    }
  }
  return { few: free, isAllRead, freeAt };
}

async function floorOf(context: TurnContext, address: string): Promise<Mark> {
  const { claimFloors } = context.waiters;
  const known = claimFloors.of(address);
  if (known !== undefined) return known;
  const place = await placeAfterNewest(context, { recipients: address }, lookedAtToClaim);
  const floor = place ?? { at: new Date(0), key: lowest };
  claimFloors.set(address, floor);
  return floor;
}

/** Adds those of the messages that match, in the order given. @returns whether there was time to read them all */
async function addMatching(
  context: TurnContext,
  match: Match,
  names: string[],
  { judge, free }: { judge: Judge; free: string[] },
): Promise<boolean> {
  if (wantsAny(match)) {
    free.push(...names);
    return true;
  }
  const rows = await context.db.customerInbox.findMany({ where: { name: { in: names } } });
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  for (const name of names) {
    const row = rowOf.get(name);
    const does = row !== undefined && (await judge.matches(row));
    if (does === undefined) return false;
    if (does) free.push(name);
  }
  return true;
}

/** @returns undefined when it is not read in time */
async function contentMatches(
  { messages }: TurnContext,
  match: Match,
  row: CustomerInbox,
  until: Deadline,
): Promise<boolean | undefined> {
  try {
    return (await contentFailures(match, row, { messages, until })).length === 0;
  } catch (error) {
    if (error instanceof TooLate) return undefined;
    // Deleted meanwhile.
    if (error instanceof Refusal) return false;
    throw error;
  }
}
