import type { WebhookDelivery } from "@mayfly/contracts";
import type { CreateContext } from "../../context.ts";
import { newestPage, type Page, type PageAsked } from "../../documents/cursor.ts";
import type { DeliveryStatus } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { asDelivery, deliveryColumns } from "../delivery/delivery.ts";
import { keptMessages } from "../inbox/inbox.ts";
import type { WebhookRow } from "./webhook.ts";

type Reader = Pick<CreateContext, "db" | "member">;

/** A delivery with the name of the message that it tells of; null: of none, or it has been deleted. */
type ToldDelivery = WebhookDelivery & { message: string | null };

/** The company's webhooks, the newest first. */
export const newestWebhooks = ({ db }: Pick<Reader, "db">, asked: PageAsked): Promise<Page<WebhookRow>> =>
  newestPage(asked, ["creation", "name"], (page) => db.webhook.findMany(page));

/** @throws Refusal when the company has no such webhook */
export async function webhookNamed({ db }: Pick<Reader, "db">, name: string): Promise<WebhookRow> {
  const row = await db.webhook.findUnique({ where: { name } });
  if (row === null) throw Refusal.notFound();
  return row;
}

const columns = { ...deliveryColumns, message: true } as const;

/** The deliveries of a webhook, the newest first. */
export async function newestDeliveries(
  context: Reader,
  webhook: WebhookRow,
  status: DeliveryStatus | undefined,
  asked: PageAsked,
): Promise<Page<ToldDelivery>> {
  const { rows, next } = await newestPage(asked, ["creation", "name"], ({ where, ...page }) =>
    context.db.webhookDelivery.findMany({
      ...page,
      select: columns,
      where: { webhook: webhook.name, ...(status && { status }), ...where },
    }),
  );
  const kept = await keptOf(context, rows);
  return { rows: rows.map((row) => ({ ...asDelivery(row, webhook), message: kept(row.message) })), next };
}

/** @throws Refusal when the company has no such delivery */
export async function deliveryNamed(context: Reader, name: string): Promise<ToldDelivery> {
  const row = await context.db.webhookDelivery.findUnique({ where: { name }, select: { ...columns, webhook: true } });
  if (row === null) throw Refusal.notFound();
  const { webhook, ...delivery } = row;
  const kept = await keptOf(context, [row]);
  return { ...asDelivery(delivery, await webhookNamed(context, webhook)), message: kept(row.message) };
}

/** @returns tells the message of a delivery; null when there is none, or it has been deleted */
async function keptOf({ db, member }: Reader, rows: { message: string | null }[]) {
  const names = rows.flatMap(({ message }) => message ?? []);
  const kept = await keptMessages({ db, company: member.company }, names);
  return (message: string | null) => (message !== null && kept.has(message) ? message : null);
}
