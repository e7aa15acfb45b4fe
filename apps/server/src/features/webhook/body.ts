import { type WebhookEventName, webhookBody, webhookEvents } from "@mayfly/contracts";
import type { TellMessages, Told } from "../inbox/inbox.ts";
import type { Due } from "./queue.ts";

/**
 * The texts of deliveries, by their names. A message is read now and not when it came in, so that taking mail in costs
 * nothing more; what has been sent before is sent again as it was. Without those that nothing is left of.
 */
export async function bodiesOf(
  due: Due[],
  tellMessages: TellMessages,
  link: (page: string) => string,
): Promise<Map<string, string>> {
  const unread = due.flatMap(({ body, message }) => (body === null && message !== null ? [message] : []));
  const messages = unread.length === 0 ? new Map<string, Told>() : await tellMessages(unread);
  const dataOf = ({ message, payload }: Due): unknown => {
    if (message === null) return payload;
    const told = messages.get(message);
    return told && { ...told, link: link(`/inbox?email=${encodeURIComponent(told.recipients)}`) };
  };
  const bodies = due.map((one) => [one.name, one.body ?? write(one, dataOf(one))] as const);
  return new Map(bodies.filter((one): one is [string, string] => one[1] !== undefined));
}

function write({ event, creation, test }: Due, data: unknown): string | undefined {
  if (!(event in webhookEvents)) return undefined;
  const type = event as WebhookEventName;
  const body = webhookBody(type).safeParse({ type, timestamp: creation.toISOString(), test, data });
  return body.success ? JSON.stringify(body.data) : undefined;
}
