import { canonicalAddress, counted, enterprise, isInstant } from "@mayfly/contracts";
import { day } from "../clock.ts";
import type { Config } from "../config.ts";
import type { RootDatabase } from "../database/database.ts";
import { changesOf, happened, operator } from "../features/event/event.ts";
import { makeLink, resetMinutes } from "../features/reset_user/reset_user.ts";
import { subscribe } from "../features/subscription/subscription.ts";
import { PlanName } from "../generated/prisma/client.ts";
import { StartError } from "../process/start_error.ts";

/** A line for each company: its email, name, plan, members and addresses. */
export async function listCompanies(rootDb: RootDatabase): Promise<string> {
  type Company = {
    company_email: string | null;
    company_name: string;
    plan: PlanName | null;
    expiry_date: Date | null;
  };
  const companies = await rootDb.$queryRaw<(Company & Record<"members" | "emails", number>)[]>`
    SELECT company_email, company_name, plan::text, expiry_date, coalesce(members, 0) AS members, coalesce(emails, 0) AS emails
    FROM company
    LEFT JOIN subscription ON subscription.company = company.name
    LEFT JOIN (SELECT company, count(*)::int AS members FROM member GROUP BY company) AS ours ON ours.company = company.name
    LEFT JOIN (SELECT company, count(*)::int AS emails FROM email GROUP BY company) AS theirs ON theirs.company = company.name
    ORDER BY company.creation, company.name`;
  const rows = companies.map(({ company_email, company_name, plan, expiry_date, members, emails }) => [
    company_email ?? "(no email)",
    company_name,
    `${plan ?? "no plan"}${expiry_date ? ` until ${day(expiry_date)}` : ""}`,
    counted(members, "member"),
    emails === 1 ? "1 address" : `${emails} addresses`,
  ]);
  if (rows.length === 0) return "There are no companies.";
  const widths = rows[0]?.map((_, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0)) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const isPlan = (name: string): name is PlanName => Object.hasOwn(PlanName, name);

/**
 * Puts a company on a plan.
 * @param email the company's, or that of a member
 * @param expires the last day of the plan (UTC); without it, the plan does not end
 */
export async function changePlan(
  rootDb: RootDatabase,
  email: string,
  given: string,
  expires?: string,
): Promise<string> {
  // Also accepts the name that people see: the landing page calls the plan Business "Enterprise" (requirement P08).
  const lower = given.toLowerCase();
  const plan = lower === enterprise.toLowerCase() ? PlanName.business : lower;
  if (!isPlan(plan)) {
    throw new StartError(`There is no plan "${given}". The plans are ${Object.keys(PlanName).join(", ")}.`);
  }
  const expiry_date = expires === undefined ? null : new Date(`${expires}T00:00:00Z`);
  if (expiry_date !== null && (!isInstant(expiry_date) || day(expiry_date) !== expires)) {
    throw new StartError(`--expires is "${expires}", but must be a date, such as 2027-01-31.`);
  }
  const { non_expiry } = await rootDb.plan.findUniqueOrThrow({ where: { plan } });
  if (non_expiry && expiry_date !== null) throw new StartError(`The plan ${plan} never expires: leave out --expires.`);
  const address = canonicalAddress(email);
  // Members' emails come first, since they are verified: a company may enter any email as its own.
  const company =
    (await rootDb.company.findFirst({ where: { members: { some: { name: address } } } })) ??
    (await rootDb.company.findUnique({ where: { company_email: address } }));
  if (company === null) throw new StartError(`No company and no member has the email ${email}.`);
  const subscription = { plan, expiry_date };
  await rootDb.$transaction(async (tx) => {
    const before = await subscribe(tx, company.name, subscription);
    const data = { plan, expiry_date: expires ?? null };
    const changes = changesOf(
      { plan: before?.plan, expiry_date: before?.expiry_date ? day(before.expiry_date) : null },
      data,
    );
    const about = { company: company.name, subject: company.name, data, changes };
    await happened(tx, new Date(), operator, [{ type: "plan.changed", ...about }]);
  });
  return `${company.company_name} (${company.name}) is on ${plan}${expiry_date ? ` until ${day(expiry_date)}` : ""}.`;
}

/** Makes a link with which a member sets a new password. */
export async function linkFor(
  rootDb: RootDatabase,
  { PUBLIC_URL }: Pick<Config, "PUBLIC_URL">,
  login: string,
): Promise<string> {
  const name = canonicalAddress(login);
  const member = await rootDb.member.findUnique({ where: { name, is_active: true } });
  if (member === null) throw new StartError(`No active account has the login ${login}.`);
  const path = await rootDb.$transaction(async (tx) => {
    const now = new Date();
    const about = { company: member.company, subject: name, data: {} };
    await happened(tx, now, operator, [{ type: "password.link_made", ...about }]);
    return makeLink(tx, name, now, resetMinutes);
  });
  return new URL(path, PUBLIC_URL).href;
}
