import { type WebhookEventName, webhookBody, webhookEvents } from "@mayfly/contracts";
import type { TellMessages } from "../inbox/inbox.ts";
import type { Due } from "./queue.ts";

/**
 * Deliveries, each with its text. A message is read now and not when it came in, so that taking mail in costs nothing
 * more; what has been sent before is sent again as it was. Undefined where nothing is left to tell of.
 */
export async function bodiesOf(
  due: Due[],
  tellMessages: TellMessages,
  link: (page: string) => string,
): Promise<[Due, Promise<string | undefined>][]> {
  const unread = due.flatMap(({ body, message }) => (body === null && message !== null ? [message] : []));
  const messages: Awaited<ReturnType<TellMessages>> = unread.length === 0 ? new Map() : await tellMessages(unread);
  const dataOf = async ({ message, payload }: Due): Promise<unknown> => {
    if (message === null) return payload;
    const told = await messages.get(message);
    return told && { ...told, link: link(`/inbox?email=${encodeURIComponent(told.recipients)}&message=${message}`) };
  };
  const bodyOf = async (one: Due) => one.body ?? write(one, await dataOf(one));
  return due.map((one) => [one, bodyOf(one)]);
}

/** The text of an event. */
export function write(
  { event, creation, test }: Pick<Due, "event" | "creation" | "test">,
  data: unknown,
): string | undefined {
  if (!Object.hasOwn(webhookEvents, event)) return undefined;
  const type = event as WebhookEventName;
  const body = webhookBody(type).safeParse({ type, timestamp: creation.toISOString(), test, data });
  return body.success ? JSON.stringify(body.data) : undefined;
}
