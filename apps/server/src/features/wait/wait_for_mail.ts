import { type Explanation, type resources, waitLimits } from "@mayfly/contracts";
import { validate as isUuid, version as uuidVersion } from "uuid";
import type { z } from "zod";
import { type Deadline, deadline } from "../../clock.ts";
import type { HeldContext, TurnContext } from "../../context.ts";
import { slowSeconds } from "../../database/database.ts";
import { Refusal } from "../../refusal.ts";
import { giveBack } from "../claim/claim.ts";
import { type EmailRow, takesMail } from "../email/email.ts";
import { readable } from "../email/rights.ts";
import { lowest } from "./claim_floors.ts";
import { rowFailures } from "./criteria.ts";
import { explained } from "./explain.ts";
import { factsOf } from "./facts.ts";
import { type FoundMessage, findMail, type MailSeen, readsMail, type Since, type WaitCriteria } from "./find_mail.ts";

type Input = z.output<typeof resources.emails.wait.input>;

/** How long a wait trusts that it is woken when mail comes. Then it looks by itself (row R06). Milliseconds. */
const lookAgainMilliseconds = 5_000;
/** How long one look reads mail before it gives up its turn, to go on in the next. Milliseconds. */
const readingMilliseconds = 500;
/** How far the clock of a caller may be ahead. Milliseconds. */
const aheadMilliseconds = 60_000;

/** What a wait came to, and when it looked last. */
export type Waited<Found> = { now: Date } & ({ found: Found } | { waited_ms: number; explanation: Explanation });

/**
 * Waits until an address has mail that is wanted, or the time is over (rows R01 to R07). The time begins when the request came.
 * @param use makes the answer from what was found, while the caller's turn lasts, and reads mail until the deadline
 * @throws Refusal when the caller may not read the address or claim, it has ended, the fields contradict each other, or
 * there is too much mail to read in the time
 */
export async function waitForMail<Found>(
  context: HeldContext,
  input: Input,
  use: (context: TurnContext, found: FoundMessage[], until: Deadline) => Promise<Found>,
): Promise<Waited<Found>> {
  const { key, member, waiters, clock, signal, elapsed, ifLost, rootDb } = context;
  const { id: address, match, timeout, count } = input;
  requireSense(context, input);
  const begun = new Date(clock().getTime() - elapsed());
  // What reads mail has as long as any slow call once the time is over.
  const end = deadline(clock, (timeout + slowSeconds) * 1000);
  using waiter = waiters.enter({
    ...{ company: member.company, key: key.name, address, claims: input.claim },
    mayWant: (stored) => rowFailures(match, stored).length === 0,
  });
  const lease = input.claim ? (input.lease ?? waitLimits.lease.usual) : undefined;
  const known: MailSeen = { judged: new Map(), from: undefined };
  let wanted: WaitCriteria | undefined;
  const how = { readsMail: readsMail(match) };
  // Whether there is mail that has not been looked at.
  let isBehind = how.readsMail;
  for (let isFirst = true; ; isFirst = false) {
    const time = timeout * 1000 - elapsed();
    let freeAt: Date | undefined;
    const isOver = time <= 0 || waiters.isStopped;
    const looked = await context
      .inTurn(async (now) => {
        if (isBehind && end.isOver()) throw tooMuchToRead();
        const email = await now.db.email.findFirst({ where: { email_name: address, AND: readable(now.member) } });
        if (email === null) throw Refusal.notFound();
        const at = clock();
        if (isFirst) requireActive(email, at);
        wanted ??= {
          address,
          match,
          count,
          lease,
          isUnwanted: input.expect === "none",
          since: await sinceOf(now, address, input.since),
        };
        const looked = await findMail(now, wanted, known, { pause: deadline(clock, readingMilliseconds), end });
        freeAt = looked.freeAt;
        if (looked.found !== undefined) return { now: at, found: await used(now, looked.found) };
        isBehind = !looked.isAllRead;
        if (isBehind && !waiters.isStopped) return "go on";
        known.from = at;
        if (!isOver && takesMail(email, at)) return undefined;
        const mismatches = [...known.judged].flatMap(([name, does]) => (does ? [] : [name]));
        const until = deadline(clock, readingMilliseconds);
        const asked = { email, begun, few: looked.few, mismatches, until, end };
        const explanation = explained(await factsOf(now, wanted, asked));
        return { now: at, waited_ms: Math.round(elapsed()), explanation };
      }, how)
      .catch((error) => {
        // Too many calls of the member's are under way: this one can wait.
        if (isFirst || isOver || !(error instanceof Refusal && error.type === "TooManyRequests")) throw error;
        return undefined;
      });
    if (looked === "go on") continue;
    if (looked !== undefined) {
      if ("found" in looked && input.claim) waiter.passOn();
      return looked;
    }
    // A message whose lease ends is looked for at that instant.
    const untilFree = freeAt === undefined ? time : Math.max(1, freeAt.getTime() - clock().getTime());
    await waiter.woken(Math.max(0, Math.min(time, untilFree, lookAgainMilliseconds)), signal);
  }

  /** Makes the answer. What was claimed is given back if nobody gets it. */
  async function used(now: TurnContext, found: FoundMessage[]): Promise<Found> {
    const claim = found[0]?.claim?.claim;
    if (claim === undefined) return use(now, found, end);
    const undo = async () => {
      await giveBack(rootDb, claim);
      waiter.passOn();
    };
    try {
      const answer = await use(now, found, end);
      ifLost(undo);
      return answer;
    } catch (error) {
      await undo();
      throw error;
    }
  }
}

const tooMuchToRead = () =>
  Refusal.invalid(
    "There is too much mail to search in this time. Add from, subject or since, which are quick to check.",
  ).about("match");

/** @throws Refusal for what can never be */
function requireSense({ key, clock }: HeldContext, { claim, lease, expect, count, since }: Input) {
  if (claim && !key.scopes.includes("messages:write")) {
    const refusal = Refusal.forbidden("Claiming needs the scope messages:write.");
    throw refusal.as("insufficient_scope", { required_scope: "messages:write" });
  }
  if (lease !== undefined && !claim) throw Refusal.invalid("A lease needs claim: true.").about("lease");
  if (expect === "none" && claim) {
    throw Refusal.invalid("With expect: none, there is nothing to claim.").about("claim");
  }
  if (expect === "none" && count > 1) {
    throw Refusal.invalid("With expect: none, there is nothing to count.").about("count");
  }
  const now = clock();
  if (since !== undefined && !isUuid(since) && isAhead(instantOf(since), now)) {
    const text = `since is in the future: the server's time is ${now.toISOString()}. Use \`now\` from an answer.`;
    throw Refusal.invalid(text).about("since");
  }
}

function requireActive(email: EmailRow, now: Date) {
  if (takesMail(email, now)) return;
  const { expiry } = email;
  const text = `The address no longer accepts mail${expiry === null ? "" : `: it ended at ${expiry.toISOString()}`}.`;
  throw Refusal.notFound(text).as("address_ended");
}

const isAhead = (instant: Date, now: Date) => instant.getTime() > now.getTime() + aheadMilliseconds;

/** A date in the form of the header `Date` has whole seconds, and stands for the end of its second. */
const instantOf = (since: string) => new Date(new Date(since).getTime() + (since.endsWith("GMT") ? 999 : 0));

async function sinceOf(
  { db, clock }: TurnContext,
  address: string,
  since: string | undefined,
): Promise<Since | undefined> {
  if (since === undefined) return undefined;
  if (!isUuid(since)) return { at: instantOf(since), key: highest };
  const row = await db.customerInbox.findUnique({ where: { name: since } });
  if (row?.recipients === address) return { at: row.modified, key: row.name };
  // Names of messages begin with the milliseconds at which they were made (RFC 9562, version 7).
  const made =
    uuidVersion(since) === 7 ? new Date(Number.parseInt(since.replace("-", "").slice(0, 12), 16)) : undefined;
  if (row !== null || made === undefined || isAhead(made, clock())) {
    throw Refusal.invalid("The address has no message with this id.").about("since");
  }
  return { at: new Date(made.getTime() - aheadMilliseconds), key: highest, after: since.toLowerCase() };
}

/** The name that comes after all others. */
const highest = lowest.replaceAll("0", "f");
