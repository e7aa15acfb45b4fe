import type { Explanation, FailedCriterion } from "@mayfly/contracts";
import type { KeyContext } from "../../context.ts";
import type { CustomerInbox } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { isIncomplete, refusalsOf, refusedNear } from "../attempt/attempt.ts";
import { claimsOf } from "../claim/claim.ts";
import { asEmail, type EmailRow, takesMail } from "../email/email.ts";
import { contentFailures, rowFailures } from "./criteria.ts";
import type { Facts } from "./explain.ts";
import { isAfter, isCut, lookedAt, type Wanted } from "./find_mail.ts";

/** How many messages that do not match, and tries that failed, are told of. */
const toldOf = 5;
/** How far back tries are told of, where the caller does not say since when mail counts. Milliseconds. */
const backMilliseconds = 60 * 60_000;

interface Asked {
  email: EmailRow;
  /** When the wait began. */
  begun: Date;
  /** The names of messages that match, which are fewer than were wanted. */
  few: string[];
  /** How many messages did not match. */
  mismatches: number;
  /** Says when it is time to stop reading. At least one message is read. */
  isLate: () => boolean;
}

/** Finds out what is known of why a wait found too little (row R03). */
export async function factsOf(
  context: KeyContext,
  wanted: Wanted,
  { email, begun, few, mismatches, isLate }: Asked,
): Promise<Facts> {
  const { db, member, clock, waiters, mailHost, mailServer, defaultDomains } = context;
  const { company } = member;
  const { address, since, lease } = wanted;
  const now = clock();
  const { domain_name } = email;
  // Of names that nobody had, nothing is told that was before the address: it may be made to learn of others' (threat 54).
  const from = later(email.creation, since?.at ?? new Date(begun.getTime() - backMilliseconds));
  const newestFirst = { orderBy: [{ modified: "desc" as const }, { name: "desc" as const }] };
  const [newest, matching, domain, claims, refused, refusals, incomplete, cut] = await Promise.all([
    db.customerInbox.findMany({ where: { recipients: address, name: { notIn: few } }, ...newestFirst, take: toldOf }),
    db.customerInbox.findMany({ where: { name: { in: few } }, ...newestFirst }),
    db.domain.findFirst({ where: { domain_name } }),
    lease === undefined ? noClaims : claimsOf(db, { address, now }),
    refusedNear(db, { company, address, since: from, limit: toldOf }),
    refusalsOf(db, { company, address, since: email.creation }),
    isIncomplete(db, { company, since: from, isShared: defaultDomains.includes(domain_name) }),
    lease === undefined && isCut(db, wanted),
  ]);
  const not_matching: Explanation["not_matching"] = [];
  let isTaken = false;
  for (const [at, row] of newest.entries()) {
    // The others are counted alone.
    if (at > 0 && isLate()) break;
    // Of mail that is too old, the newest message says enough.
    if (not_matching.length > 0 && since !== undefined && !isAfter(row, since)) break;
    const failed = await failuresOf(context, wanted, row);
    if (failed.length > 0) not_matching.push({ ...listedOf(row), failed });
    // Free ones were found.
    else isTaken ||= claims.claimed > 0;
  }
  const { is_active: active, expiry, creation } = asEmail(email);
  const known = {
    matching: matching.map(listedOf),
    ...{ not_matching, not_matching_count: mismatches, refused, refusals, is_complete: !incomplete },
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
  ...{ name, sender, subject, creation: creation.toISOString() },
});

const later = <Instant extends Date | undefined>(one: Instant, other: Date | undefined) =>
  one === undefined || (other !== undefined && other > one) ? (other as Instant) : one;

async function failuresOf(
  { messages }: KeyContext,
  { match, since }: Wanted,
  row: CustomerInbox,
): Promise<FailedCriterion[]> {
  const failed = rowFailures(match, row);
  if (since !== undefined && !isAfter(row, since)) {
    const mark = since.after === undefined ? since.at.toISOString() : `the deleted message ${since.after}`;
    failed.unshift({ criterion: "since", detail: `only mail after ${mark} counts` });
  }
  try {
    return [...failed, ...(await contentFailures(match, row, messages))];
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof Refusal) return failed;
    throw error;
  }
}
