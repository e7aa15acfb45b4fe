import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /** How it answers; 200 and nothing more unless a test says otherwise. */
  answer(event: Received, response: ServerResponse): void;
  /** Waits until it has received `wanted` requests. @returns the last of them */
  count(wanted: number): Promise<Received>;
}

/** The consumer's end of a webhook, on loopback. */
export async function webhookReceiver(answer?: WebhookReceiver["answer"]): Promise<WebhookReceiver> {
  const waiting: { wanted: number; resolve(): void }[] = [];
  const server = http.createServer(async (request, response) => {
    // A request that breaks off does not count as received.
    const chunks = await request.toArray().catch(() => undefined);
    if (chunks === undefined) return;
    const body = Buffer.concat(chunks).toString();
    const event = { path: request.url ?? "", headers: request.headers as Record<string, string>, body };
    receiver.received.push(event);
    receiver.answer(event, response);
    for (const one of waiting) if (receiver.received.length >= one.wanted) one.resolve();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: answer ?? ((_, response) => response.end()),
    async count(wanted) {
      if (receiver.received.length < wanted) {
        await new Promise<void>((resolve) => waiting.push({ wanted, resolve }));
      }
      return receiver.received[wanted - 1] as Received;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
