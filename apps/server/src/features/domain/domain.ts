import { type Domain, toFlag } from "@mayfly/contracts";
import { z } from "zod";
import { day, daysAfter } from "../../clock.ts";
import type { Context } from "../../context.ts";
import type { CompanyTransaction, Transaction } from "../../database/company_database.ts";
import type { Domain as DomainRow } from "../../generated/prisma/client.ts";
import { enqueue, type Job, job } from "../../job.ts";
import { active, emailEvent, endEmailsOn } from "../email/email.ts";
import { type Actor, happened, system } from "../event/event.ts";
import { type Counted, lockCompany } from "../subscription/subscription.ts";
import { type Findings, recordsOf } from "./records.ts";

export type { DomainRow };

/** What the plan counts: every domain. */
export const countedDomains: Counted = {
  feature: "domain",
  used: (tx, company) => tx.domain.count({ where: { company } }),
};

/** Days for which a verified domain's TXT record may be missing before the domain becomes unverified. */
const graceDays = 7;

/** When a domain whose TXT record is missing becomes unverified. */
const endOf = (failing_since: Date) => daysAfter(failing_since, graceDays);

export function asDomain(row: DomainRow, active_emails: number, { mailHost }: Pick<Context, "mailHost">): Domain {
  return {
    name: row.domain_name,
    domain_name: row.domain_name,
    is_verified: toFlag(row.is_verified),
    is_default: 0,
    creation: row.creation.toISOString(),
    owner: row.owner,
    mx_found: toFlag(row.mx_found),
    checked: row.checked?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    unverified_on: row.failing_since ? endOf(row.failing_since).toISOString() : null,
    active_emails,
    records: recordsOf(row, mailHost),
  };
}

/** A default domain of the platform, as the API returns it. */
export const asDefaultDomain = (name: string): Domain => ({
  ...{ name, domain_name: name, is_verified: 1, is_default: 1, creation: null, owner: "", mx_found: 1, checked: null },
  ...{ failing_since: null, unverified_on: null, active_emails: 0, records: [] },
});

/** How many active addresses there are on each of a company's domains. */
export async function activeEmails(tx: CompanyTransaction, company: string, domains: string[], now: Date) {
  const groups = await tx.email.groupBy({
    by: ["domain_name"],
    where: { company, domain_name: { in: domains }, ...active(now) },
    _count: true,
  });
  return new Map(groups.map(({ domain_name, _count }) => [domain_name, _count]));
}

/**
 * Records the result of a DNS lookup of a domain and acts on it: only here does a domain become verified or unverified.
 * An unanswered lookup changes neither this nor `mx_found`.
 * @returns undefined when the domain no longer belongs to the company
 */
export async function settle(
  tx: Transaction,
  now: Date,
  actor: Actor,
  { domain_name, company }: Pick<DomainRow, "domain_name" | "company">,
  findings: Findings,
): Promise<DomainRow | undefined> {
  const { domain } = tx;
  // Serialises lookups of the same domain that end at the same time, and addresses that are created meanwhile.
  await lockCompany(tx, company);
  const before = await domain.findFirst({ where: { domain_name, company } });
  if (before === null) return undefined;
  const { TXT, MX } = findings;
  const [after] = await domain.updateManyAndReturn({
    where: { domain_name, company },
    data: {
      ...standing(before, TXT.status, now),
      ...(MX.status !== "unanswered" && { mx_found: MX.status === "found" }),
      findings,
      checked: now,
    },
  });
  // Another company has taken the domain over since: its transaction locks that company only.
  if (after === undefined) return undefined;
  const about = { company, subject: domain_name };
  if (!before.is_verified && after.is_verified) {
    const data = { domain_name, mx_found: toFlag(after.mx_found) };
    await happened(tx, now, actor, [{ type: "domain.verified", ...about, data }]);
  }
  if (before.is_verified && !after.is_verified) {
    const deactivated_emails = await deactivateAddresses(tx, now, after);
    const data = { domain_name, missing_days: graceDays, deactivated_emails };
    await happened(tx, now, actor, [{ type: "domain.unverified", ...about, data }]);
  }
  if (after.is_verified && before.failing_since === null && after.failing_since !== null) {
    const data = { domain_name, unverified_on: day(endOf(after.failing_since)) };
    await happened(tx, now, actor, [{ type: "domain.failing", ...about, data }]);
  }
  if (before.is_verified && after.is_verified && before.mx_found && !after.mx_found) {
    await happened(tx, now, actor, [{ type: "domain.mail_lost", ...about, data: { domain_name } }]);
  }
  return after;
}

/** A missing TXT record counts only after the whole grace period. An unanswered lookup never counts. */
function standing({ is_verified, failing_since }: DomainRow, status: Findings["TXT"]["status"], now: Date) {
  if (status === "found") return { is_verified: true, failing_since: null };
  if (status !== "missing" || !is_verified) return {};
  const since = failing_since ?? now;
  return endOf(since) <= now ? { is_verified: false, failing_since: null } : { failing_since: since };
}

/** How many addresses one statement deactivates, and one job announces to webhooks. */
const endedTogether = 5_000;
/** How many are deactivated with their domain. Whoever has it next gets mail for these names from then on. */
const endedAtOnce = 10_000;

type Lost = Pick<DomainRow, "company" | "domain_name">;

/**
 * Deactivates a company's addresses on a domain it has lost, which takes no more mail: the first of them in the transaction,
 * the others in a job (row Z14). The caller has locked the company.
 * @returns how many there are
 */
export async function deactivateAddresses(tx: Transaction, now: Date, { company, domain_name }: Lost): Promise<number> {
  const lost = { company, domain_name };
  let count = 0;
  while (count < endedAtOnce) {
    const some = await deactivateSome(tx, now, lost);
    count += some;
    if (some < endedTogether) return count;
  }
  await enqueue(tx, deactivateOthers, lost);
  return count + (await tx.email.count({ where: { ...lost, ...active(now) } }));
}

async function deactivateSome(tx: Transaction, now: Date, lost: Lost): Promise<number> {
  const emails = await endEmailsOn(tx, now, lost, endedTogether);
  if (emails.length > 0) await enqueue(tx, announceDeactivated, { emails });
  return emails.length;
}

const OfDomain = z.object({ company: z.uuid(), domain_name: z.string() });

/** Deactivates the other addresses on a domain that a company has lost, unless it has proved meanwhile that it owns it. */
export const deactivateOthers: Job<typeof OfDomain> = job(
  "domain/deactivate_others",
  OfDomain,
  async ({ rootDb, clock, stopping }, lost) => {
    const some = () =>
      rootDb.$transaction(async (tx) => {
        await lockCompany(tx, lost.company);
        const isBack = (await tx.domain.count({ where: { ...lost, is_verified: true } })) > 0;
        return isBack ? 0 : deactivateSome(tx, clock(), lost);
      });
    while ((await some()) === endedTogether) {
      // Goes on in another process.
      if (stopping.aborted) return enqueue(rootDb, deactivateOthers, lost);
    }
  },
);

export const announceDeactivated = job(
  "domain/announce_deactivated",
  z.object({ emails: z.array(z.string()) }),
  async ({ rootDb, clock }, { emails }) => {
    // Skips an address that is active again: its activation has been announced since.
    const rows = await rootDb.email.findMany({ where: { email_name: { in: emails }, is_active: false } });
    await happened(
      rootDb,
      clock(),
      system,
      rows.map((row) => emailEvent("deactivated", row)),
    );
  },
);
