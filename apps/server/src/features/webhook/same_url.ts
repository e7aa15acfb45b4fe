import { type WebhookEventName, webhookTexts } from "@mayfly/contracts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";
import { lockCompany } from "../subscription/subscription.ts";

/**
 * The one form of all URLs that request the same: without a fragment, which is never sent, and normalised as RFC 3986 says
 * (section 6.2.2), by case, percent-encoding and dot segments, and by the scheme's usual port.
 */
export function requested(url: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/\.$/, "");
  return plainly(`${protocol}//${host}${port && `:${port}`}${pathname}${search}`);
}

/** Percent-encoded only where that says something (RFC 3986 section 6.2.2.2). */
const plainly = (text: string) =>
  text.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/**
 * Each event goes to a URL once: who could have it sent there many times would multiply what one small mail causes. Holds under
 * concurrency, as it takes the company's lock until the transaction ends.
 * @throws Refusal when another of the company's webhooks sends the event there
 */
export async function requireOwnUrl(
  tx: CompanyTransaction,
  { company, url, event, name }: { company: string; url: string; event: WebhookEventName; name?: string },
): Promise<void> {
  await lockCompany(tx, company);
  const others = await tx.webhook.findMany({
    where: { event, ...(name !== undefined && { name: { not: name } }) },
    select: { name: true, url: true },
  });
  const wanted = requested(url);
  const same = others.find((one) => requested(one.url) === wanted);
  if (same) throw Refusal.duplicate(webhookTexts.urlTaken(same.name)).about("url");
}
