import type { Explanation, FailedCriterion } from "@mayfly/contracts";
import type { Deadline } from "../../clock.ts";
import type { TurnContext } from "../../context.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import { TooLate } from "../../mail/stored_messages.ts";
import { Refusal } from "../../refusal.ts";
import { isIncomplete, refusalsOf, refusedNear } from "../attempt/attempt.ts";
import { claimsOf } from "../claim/claim.ts";
import { asEmail, type EmailRow, takesMail } from "../email/email.ts";
import { newestWhere } from "../inbox/lists.ts";
import { contentFailures, rowFailures } from "./criteria.ts";
import type { Facts } from "./explain.ts";
import { isAfter, isCut, lookedAt, readsMail, type WaitCriteria } from "./find_mail.ts";

/** How many messages that do not match, and tries that failed, are told of. */
const toldOf = 5;
/** Messages whose rows are looked at for what other calls have claimed. */
const lookedAtForClaims = 200;
/** How far back tries are told of, where the caller does not say since when mail counts. Milliseconds. */
const backMilliseconds = 60 * 60_000;
/** How long one message is read in any case. Milliseconds. */
const leastMilliseconds = 500;

interface FactsRequest {
  email: EmailRow;
  /** When the wait began. */
  begun: Date;
  /** The names of messages that match, which are fewer than were wanted. */
  few: string[];
  /** The names of messages that did not match. */
  mismatches: string[];
  /** When to stop reading. For one message there is time until `end`. */
  until: Deadline;
  end: Deadline;
}

/** Finds out what is known of why a wait found too little (row R03). */
export async function factsOf(
  context: TurnContext,
  wanted: WaitCriteria,
  { email, begun, few, mismatches, until, end }: FactsRequest,
): Promise<Facts> {
  const { db, member, clock, waiters, mailHost, mailServer, defaultDomains } = context;
  const { company } = member;
  const { address, since, lease } = wanted;
  const now = clock();
  const { domain_name } = email;
  // Of names that nobody had, nothing is told that was before the address: it may be made to learn of others' (threat 54).
  const from = later(email.creation, since?.at ?? new Date(begun.getTime() - backMilliseconds));
  const take = lease === undefined ? toldOf : lookedAtForClaims;
  const [newest, matching, domain, claims, refused, refusals, incomplete, cut] = await Promise.all([
    newestWhere(context, { recipients: address, name: { notIn: few } }, take),
    newestWhere(context, { name: { in: few } }),
    db.domain.findFirst({ where: { domain_name } }),
    lease === undefined ? noClaims : claimsOf(db, { address, now }),
    refusedNear(db, { company, address, since: from, limit: toldOf }),
    refusalsOf(db, { company, address, since: email.creation }),
    isIncomplete(db, { company, since: from, isShared: defaultDomains.includes(domain_name) }),
    lease === undefined && isCut(context, wanted),
  ]);
  const not_matching: Explanation["not_matching"] = [];
  // Free ones were found. What must be read to be judged is among the newest.
  let isTaken =
    claims.claimed > 0 &&
    !readsMail(wanted.match) &&
    newest.some((row) => rowFailures(wanted.match, row).length === 0 && (since === undefined || isAfter(row, since)));
  const mismatching = new Set(mismatches);
  for (const [at, row] of newest.slice(0, toldOf).entries()) {
    // The others are counted alone.
    if (at > 0 && until.isOver()) break;
    // Of mail that is too old, the newest message says enough.
    if (not_matching.length > 0 && since !== undefined && !isAfter(row, since)) break;
    const failed = await failuresOf(context, wanted, row, at > 0 ? until : end.orIn(leastMilliseconds));
    if (failed === undefined) break;
    if (failed.length > 0) not_matching.push({ ...listedOf(row), failed });
    else isTaken ||= claims.claimed > 0;
    // What others have claimed was not looked at.
    if (failed.length > 0 && failed.every(({ criterion }) => criterion !== "since")) mismatching.add(row.name);
  }
  const { is_active: active, expiry, creation } = asEmail(email);
  const known = {
    matching: matching.map(listedOf),
    ...{ not_matching, not_matching_count: mismatching.size, refused, refusals, is_complete: !incomplete },
    ...{ claimed: claims.claimed, acknowledged: claims.acknowledged },
    lease_ends: claims.lease_ends?.toISOString() ?? null,
    address: { email_name: address, is_active: active === 1 && takesMail(email, now), expiry, creation },
    domain: {
      domain_name,
      mx_found: domain?.checked ? domain.mx_found : null,
      checked: domain?.checked?.toISOString() ?? null,
    },
    last_message: later(newest[0]?.creation, matching[0]?.creation)?.toISOString() ?? null,
  };
  const circumstances = {
    ...{ begun, isTaken, lookedAt: cut ? lookedAt : undefined, mailServer, mailHost },
    ...{ isExpired: expiry !== null && !email.deactivated, isStopping: waiters.isStopped },
    wanted: {
      count: wanted.count,
      claims: lease !== undefined,
      isUnwanted: wanted.isUnwanted,
      isSince: since !== undefined,
    },
  };
  return { known, circumstances };
}

const noClaims = { claimed: 0, acknowledged: 0, lease_ends: null };

const listedOf = ({ name, sender, subject, creation }: CustomerInbox) => ({
  ...{ id: name, name, sender, subject, creation: creation.toISOString() },
});

const later = <Instant extends Date | undefined>(one: Instant, other: Date | undefined) =>
  one === undefined || (other !== undefined && other > one) ? (other as Instant) : one;

/** @returns undefined when there is no time to read the message, and its row does not tell */
async function failuresOf(
  { messages }: TurnContext,
  { match, since }: WaitCriteria,
  row: CustomerInbox,
  until: Deadline,
): Promise<FailedCriterion[] | undefined> {
  const failed = rowFailures(match, row);
  if (since !== undefined && !isAfter(row, since)) {
    const mark = since.after === undefined ? since.at.toISOString() : `the deleted message ${since.after}`;
    failed.unshift({ criterion: "since", detail: `only mail after ${mark} counts` });
  }
  try {
    return [...failed, ...(await contentFailures(match, row, { messages, until }))];
  } catch (error) {
    if (error instanceof TooLate) return failed.length > 0 ? failed : undefined;
    // Deleted meanwhile.
    if (error instanceof Refusal) return failed;
    throw error;
  }
}
