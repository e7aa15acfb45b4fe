import { type Explanation, type resources, waitLimits } from "@mayfly/contracts";
import { validate as isUuid } from "uuid";
import type { z } from "zod";
import type { HeldContext, KeyContext } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import type { Mark } from "../claim/claim.ts";
import { type EmailRow, readable, takesMail } from "../email/email.ts";
import { lowest } from "./claim_floors.ts";
import { rowFailures } from "./criteria.ts";
import { explain } from "./explain.ts";
import { type FoundMessage, findMail, type Wanted } from "./find_mail.ts";

type Input = z.output<typeof resources.emails.wait.input>;

/** How long a wait trusts that it is woken when mail comes. Then it looks by itself (row R06). Milliseconds. */
const lookAgainMilliseconds = 5_000;
/** How far the clock of a caller may be ahead. Milliseconds. */
const aheadMilliseconds = 60_000;

/** What a wait came to. */
export type Waited<Found> = { found: Found } | { waited_ms: number; explanation: Explanation };

/**
 * Waits until an address has mail that is wanted, or the time is over (rows R01 to R07).
 * @param use makes the answer from what was found, while the caller's turn lasts
 * @throws Refusal when the caller may not read the address or claim, it has ended, or the fields contradict each other
 */
export async function waitForMail<Found>(
  context: HeldContext,
  input: Input,
  use: (context: KeyContext, found: FoundMessage[]) => Promise<Found>,
): Promise<Waited<Found>> {
  const { key, member, waiters, clock, signal } = context;
  const { id: address, match, timeout, count } = input;
  requireSense(context, input);
  const begun = performance.now();
  const passed = () => performance.now() - begun;
  using waiter = waiters.enter({
    ...{ company: member.company, key: key.name, address, claims: input.claim },
    mayWant: (stored) => rowFailures(match, stored).length === 0,
  });
  const lease = input.claim ? (input.lease ?? waitLimits.lease.usual) : undefined;
  const judged = new Set<string>();
  let wanted: Wanted | undefined;
  let from: Date | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const time = timeout * 1000 - passed();
    const isOver = time <= 0 || waiters.isStopped;
    const looked = await context
      .inTurn(async (now) => {
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
        const found = await findMail(now, wanted, { judged, from });
        from = at;
        if (found !== undefined) return { found: await use(now, found) };
        if (!isOver && takesMail(email, at)) return undefined;
        return {
          waited_ms: Math.round(passed()),
          explanation: await explain(now, wanted, { email, begun: begunAt(at) }),
        };
      })
      .catch((error) => {
        // Too many calls of the member's are under way: this one can wait.
        if (isFirst || isOver || !(error instanceof Refusal && error.type === "TooManyRequests")) throw error;
        return undefined;
      });
    if (looked !== undefined) {
      if ("found" in looked && input.claim) waiter.passOn();
      return looked;
    }
    await waiter.woken(Math.max(0, Math.min(time, lookAgainMilliseconds)), signal);
  }

  function begunAt(now: Date) {
    return new Date(now.getTime() - passed());
  }
}

/** @throws Refusal for what can never be */
function requireSense({ key, clock }: HeldContext, { claim, lease, expect, count, since }: Input) {
  if (claim && !key.scopes.includes("messages:write")) {
    const refusal = Refusal.forbidden("A claim needs the scope messages:write.");
    throw refusal.as("insufficient_scope", { required_scope: "messages:write" });
  }
  if (lease !== undefined && !claim) throw Refusal.invalid("A lease is for claims: send claim: true.").about("lease");
  if (expect === "none" && claim) {
    throw Refusal.invalid("Who expects no mail has nothing to claim.").about("claim");
  }
  if (expect === "none" && count > 1) {
    throw Refusal.invalid("Who expects no mail cannot count it.").about("count");
  }
  const now = clock();
  if (since !== undefined && !isUuid(since) && new Date(since).getTime() > now.getTime() + aheadMilliseconds) {
    const text = `since is in the future: it is ${now.toISOString()} here. Take the time from the header Date of an answer.`;
    throw Refusal.invalid(text).about("since");
  }
}

function requireActive(email: EmailRow, now: Date) {
  if (takesMail(email, now)) return;
  const { expiry } = email;
  const text = `The address takes no mail any more${expiry === null ? "" : `: it ended at ${expiry.toISOString()}`}.`;
  throw Refusal.notFound(text).as("address_ended");
}

async function sinceOf({ db }: KeyContext, address: string, since: string | undefined): Promise<Mark | undefined> {
  if (since === undefined) return undefined;
  if (!isUuid(since)) return { at: new Date(since), name: highest };
  const row = await db.customerInbox.findFirst({ where: { name: since, recipients: address } });
  if (row === null) throw Refusal.invalid("The address has no message with this id.").about("since");
  return { at: row.modified, name: row.name };
}

/** The name that comes after all others. */
const highest = lowest.replaceAll("0", "f");
