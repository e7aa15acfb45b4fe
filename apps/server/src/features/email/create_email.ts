import { durations, email, emailTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { ifTaken } from "../../database/errors.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { claimSlot } from "../plan/plan.ts";
import { useQuota } from "../quota/quota.ts";
import { freePrefix, isReserved, requireDomain } from "./address.ts";
import { asEmail, emailEvent, lifetime } from "./email.ts";

export const create_email = handler(email.create_email, async (context, input) => {
  const { db, member, clock, defaultDomains } = context;
  const { domain, reason } = input;
  await requireDomain(db, domain, defaultDomains);
  const prefix = input.email_prefix ?? (await freePrefix(context, domain));
  if (isReserved(prefix, domain, context)) throw Refusal.invalid(emailTexts.prefixTaken);

  const now = clock();
  const create = db.$transaction(async (tx) => {
    const plan = await claimSlot(tx, member.company, "email", now);
    await useQuota(tx, context, member.company, "email", now);
    // Checked again: the domain may have been lost since, but cannot be while this transaction locks the company.
    await requireDomain(tx, domain, defaultDomains);
    const duration = plan.has("email_expiry") ? chosen(input.duration) : plan.forced_expiry;
    const row = await tx.email.create({
      data: {
        email_name: `${prefix}@${domain}`,
        company: member.company,
        owner: member.name,
        domain_name: domain,
        reason,
        visibility: plan.has("public_email") ? input.visibility : "Private",
        duration,
        expiry: lifetime(now, duration),
        creation: now,
        modified: now,
      },
    });
    await happened(tx, now, actorOf(context), [emailEvent("created", row)]);
    return row;
  });
  const row = await create.catch(ifTaken(() => Refusal.invalid(emailTexts.prefixTaken)));
  return { success: true, message: emailTexts.created, email: asEmail(row) };
});

/** Seconds that an address is to live; null: it never expires. @throws Refusal when the duration is not offered */
function chosen(duration = 0): number | null {
  if (!durations.includes(duration)) throw Refusal.invalid(emailTexts.unknownDuration);
  return duration || null;
}
