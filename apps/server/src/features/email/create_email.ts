import { durations, email, emailTexts } from "@mayfly/contracts";
import { type CreateContext, handler } from "../../context.ts";
import { ifTaken } from "../../database/errors.ts";
import { Refusal } from "../../refusal.ts";
import { isWithheld } from "../attempt/attempt.ts";
import { actorOf, happened } from "../event/event.ts";
import { useQuota } from "../subscription/quota.ts";
import { claimSlot, type planOf } from "../subscription/subscription.ts";
import { freePrefix, isReserved, requireDomain } from "./address.ts";
import { asEmail, countedEmails, type EmailRow, emailEvent, lifetime } from "./email.ts";

export const create_email = handler(email.create_email, async (context, { email_prefix: prefix, ...given }) => {
  const row = await context.db.$transaction((tx) =>
    createEmail({ ...context, db: tx }, { ...given, prefix, run: null, tags: [], note: "" }, (plan) => ({
      duration: plan.has("email_expiry") ? chosen(given.duration) : plan.forced_expiry,
      visibility: plan.has("public_email") ? given.visibility : "Private",
    })),
  );
  return { success: true, message: emailTexts.created, email: asEmail(row) };
});

interface NewEmail {
  domain: string;
  /** Undefined: a random one. */
  prefix: string | undefined;
  reason: string;
  run: string | null;
  tags: string[];
  note: string;
}

type Plan = Awaited<ReturnType<typeof planOf>>;

/**
 * Makes an address in the transaction that `db` is.
 * @param terms what becomes of it under the company's plan: its seconds to live, and who may read its mail
 * @throws Refusal when the domain, the prefix or the plan does not allow it
 */
export async function createEmail(
  context: CreateContext,
  { domain, prefix: wanted, reason, run, tags, note }: NewEmail,
  terms: (plan: Plan) => Pick<EmailRow, "duration" | "visibility">,
): Promise<EmailRow> {
  const { db: tx, member, clock, defaultDomains } = context;
  const { company } = member;
  await requireDomain(tx, domain, defaultDomains);
  const prefix = wanted ?? (await freePrefix(tx, domain));
  if (isReserved(prefix, domain, context)) throw taken();
  const now = clock();
  const email_name = `${prefix}@${domain}`;
  if (defaultDomains.includes(domain) && (await isWithheld(tx, { company, address: email_name, now }))) throw taken();
  const plan = await claimSlot(tx, company, countedEmails, now);
  await useQuota(tx, context, company, "email", now);
  // Checked again: the domain may have been lost since, but cannot be while this transaction locks the company.
  await requireDomain(tx, domain, defaultDomains);
  const { duration, visibility } = terms(plan);
  const data = {
    ...{ email_name, company, owner: member.name, domain_name: domain, reason, run, tags, note, visibility },
    ...{ duration, expiry: lifetime(now, duration), creation: now, modified: now },
  };
  const row = await tx.email.create({ data }).catch(ifTaken(taken));
  await happened(tx, now, actorOf(context), [emailEvent("created", row)]);
  return row;
}

const taken = () => Refusal.invalid(emailTexts.prefixTaken).as("conflict").about("prefix");

/** Seconds that an address is to live; null: it never expires. @throws Refusal when the duration is not offered */
function chosen(duration = 0): number | null {
  if (!durations.includes(duration)) throw Refusal.invalid(emailTexts.unknownDuration);
  return duration || null;
}
