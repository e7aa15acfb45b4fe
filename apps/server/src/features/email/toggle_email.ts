import { email, emailTexts } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { claimSlot, lockCompany } from "../plan/plan.ts";
import { mayUse } from "./address.ts";
import { asEmail, type EmailRow, emailEvent, lifetime, readable, takesMail } from "./email.ts";

export const toggle_email = handler(email.toggle_email, async (context, { email: address, action }) => {
  const row = action === "activate" ? await activate(context, address) : await deactivate(context, address);
  return {
    success: true,
    message: action === "activate" ? emailTexts.activated : emailTexts.deactivated,
    email: asEmail(row),
  };
});

/** Finds an address that the member manages: their own, or any of the company's for an Administrator. */
async function managed(tx: CompanyTransaction, member: MemberContext["member"], address: string) {
  const row = await tx.email.findFirst({ where: { email_name: address, ...readable(member) } });
  if (row === null) throw Refusal.notFound();
  if (row.owner !== member.name && member.role !== "Administrator") {
    throw Refusal.forbidden();
  }
  return row;
}

function deactivate(context: MemberContext, address: string): Promise<EmailRow> {
  const { db, member, clock } = context;
  return db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    const now = clock();
    const row = await managed(tx, member, address);
    // An address that has just expired but is not settled is deactivated too, so it keeps its mail (requirement P04).
    if (!row.is_active) return row;
    const ended = await tx.email.update({
      where: { email_name: row.email_name },
      data: { is_active: false, expiry: now, expired: null, modified: now },
    });
    await happened(tx, now, actorOf(context), [emailEvent("deactivated", ended, row)]);
    return ended;
  });
}

function activate(context: MemberContext, address: string): Promise<EmailRow> {
  const { db, member, clock, defaultDomains } = context;
  return db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    const now = clock();
    const row = await managed(tx, member, address);
    if (takesMail(row, now)) return row;
    if (!(await mayUse(tx, row.domain_name, defaultDomains))) throw Refusal.invalid(emailTexts.domainGone);
    const plan = await claimSlot(tx, member.company, "email", now);
    // A plan without a choice of duration forces its own, whatever was chosen under another plan (requirement P07).
    const duration = plan.has("email_expiry") ? row.duration : plan.forced_expiry;
    const renewed = await tx.email.update({
      where: { email_name: row.email_name },
      data: { is_active: true, duration, expiry: lifetime(now, duration), expired: null, modified: now },
    });
    await happened(tx, now, actorOf(context), [emailEvent("activated", renewed, row)]);
    return renewed;
  });
}
