import { happensOnDomain, toFlag, type Webhook, type WebhookEventName, webhookTexts } from "@mayfly/contracts";
import type { MemberContext } from "../../context.ts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import type { Webhook as WebhookRow } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import type { Counted } from "../subscription/subscription.ts";

/** What the plan counts: every webhook. */
export const countedWebhooks: Counted = {
  feature: "webhook",
  used: (tx, company) => tx.webhook.count({ where: { company } }),
};

/** A webhook as an Administrator sees it. */
export const asWebhook = (row: WebhookRow): Webhook => ({
  ...row,
  id: row.name,
  enabled: toFlag(row.enabled),
  is_active: toFlag(row.enabled),
  domain_name: row.domain,
  creation: row.creation.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  paused: row.paused?.toISOString() ?? null,
});

/** What may be said of a webhook's URL to those who may not see it: paths and queries often hold a secret. */
export const hostOf = (url: string) => new URL(url).host;

/** What a member enters for a webhook. */
export interface NewWebhook {
  url: string;
  event: WebhookEventName;
  domain?: string | null | undefined;
  description?: string | undefined;
}

export type { WebhookRow };

/**
 * Checks what a member enters for a webhook and returns it as columns; fields left out stay out. The webhook may keep a
 * domain that the company has removed: it gets events of it again once the domain is added again.
 * @param before the webhook's current domain
 * @throws Refusal when the URL is not allowed or the domain is not the company's
 */
export async function checked(
  { db, outbound, defaultDomains }: Pick<MemberContext, "outbound" | "defaultDomains"> & { db: CompanyTransaction },
  { url, event, domain, description }: NewWebhook,
  before: Pick<WebhookRow, "domain"> = { domain: null },
) {
  const goal = new URL(url);
  // Some credentials show only in the parsed URL, such as those after three slashes.
  if (goal.username || goal.password) throw Refusal.invalid(webhookTexts.urlCredentials).about("url");
  if (!outbound.mayReach(goal)) throw Refusal.invalid(webhookTexts.urlInside).about("url");
  if (!outbound.mayUsePort(goal)) throw Refusal.invalid(webhookTexts.urlPort).about("url");
  const kept = happensOnDomain(event) ? domain : null;
  const own =
    !kept ||
    kept === before.domain ||
    defaultDomains.includes(kept) ||
    (await db.domain.count({ where: { domain_name: kept } }));
  if (!own) throw Refusal.invalid(webhookTexts.foreignDomain).about("domain");
  return { url, event, ...(description !== undefined && { description }), ...(kept !== undefined && { domain: kept }) };
}

/** A webhook that is switched on again counts as neither paused nor failing. */
export const switched = (enabled: boolean) => (enabled ? { enabled, paused: null, failing_since: null } : { enabled });
