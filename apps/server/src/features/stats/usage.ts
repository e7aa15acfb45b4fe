import type { CountedFeature } from "@mayfly/contracts";
import type { Transaction } from "../../database/company_database.ts";
import { countedDomains } from "../domain/domain.ts";
import { countedEmails } from "../email/email.ts";
import { allowedBy, type CompanyPlan } from "../subscription/subscription.ts";
import { countedSeats } from "../team/team.ts";
import { countedWebhooks } from "../webhook/webhook.ts";

/** How many a company has of all that its plan limits the number of (P123, P124). */
export async function usageOf(tx: Transaction, company: string, now: Date): Promise<Record<CountedFeature, number>> {
  const [email, team, domain, webhook] = await Promise.all([
    countedEmails.used(tx, company, now),
    countedSeats.used(tx, company, now),
    countedDomains.used(tx, company, now),
    countedWebhooks.used(tx, company, now),
  ]);
  return { email, team, domain, webhook };
}

/** The same, with how many the plan allows; null: any number. */
export async function allowancesOf(tx: Transaction, company: string, plan: Pick<CompanyPlan, "features">, now: Date) {
  const used = await usageOf(tx, company, now);
  const allowance = (feature: CountedFeature) => ({ used: used[feature], limit: allowedBy(plan, feature) });
  return {
    email: allowance("email"),
    team: allowance("team"),
    domain: allowance("domain"),
    webhook: allowance("webhook"),
  };
}
