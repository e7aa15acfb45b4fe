import { type WebhookEventName, webhookBody, webhookEventNames } from "@mayfly/contracts";
import type { Due } from "../delivery/queue.ts";
import type { LoadEventData } from "../inbox/inbox.ts";

/**
 * Pairs each delivery with its request body. A message is read here and not when it comes in, so that receiving mail
 * costs nothing more. A retry sends the body of the earlier attempt. A body is undefined when nothing is left to send.
 */
export async function bodiesOf(
  due: Due[],
  loadEventData: LoadEventData,
  link: (page: string) => string,
): Promise<[Due, Promise<string | undefined>][]> {
  const unread = due.flatMap(({ body, message }) => (body === null && message !== null ? [message] : []));
  const messages: Awaited<ReturnType<LoadEventData>> = unread.length === 0 ? new Map() : await loadEventData(unread);
  const dataOf = async ({ message, payload }: Due): Promise<unknown> => {
    if (message === null) return payload;
    const data = await messages.get(message);
    return data && { ...data, link: link(`/inbox?email=${encodeURIComponent(data.recipients)}&message=${message}`) };
  };
  const bodyOf = async (one: Due) => one.body ?? write(one, await dataOf(one));
  return due.map((one) => [one, bodyOf(one)]);
}

/** Made once, because making one takes longer than checking a body with it. */
const schemas = new Map(webhookEventNames.map((name) => [name, webhookBody(name)] as const));

/** The request body for an event; undefined when the event is unknown or its data does not fit. */
export function write(
  { event, creation, test }: Pick<Due, "event" | "creation" | "test">,
  data: unknown,
): string | undefined {
  const schema = schemas.get(event as WebhookEventName);
  const body = schema?.safeParse({ type: event, timestamp: creation.toISOString(), test, data });
  return body?.success ? JSON.stringify(body.data) : undefined;
}
