import { expect, it } from "vitest";
import type { OutboundRequest } from "../outbound/outbound.ts";
import { receiverUrl, startingText, takenText, withDemoReceiver } from "./receiver.ts";

const sentOn: URL[] = [];
const outbound = withDemoReceiver({
  ...{ mayReach: () => true, mayUsePort: () => true, close: async () => undefined },
  send: async (url) => {
    sentOn.push(url);
    return { status: 404, headers: {}, body: Buffer.from(""), whole: true, late: false };
  },
});

const queued = Date.parse("2026-11-29T10:00:00.000Z");

async function answerTo(id: string, { after = 0, test = false, url = receiverUrl, method = "POST" as const } = {}) {
  const headers = { "webhook-id": id, "webhook-timestamp": String(queued / 1_000 + after) };
  const body = JSON.stringify({ timestamp: new Date(queued), test });
  const request: OutboundRequest = { method, headers, body, milliseconds: 1_000, maxBytes: 1_000 };
  const { status, body: said } = await outbound.send(new URL(url), request);
  return [status, said.toString()];
}

it("takes deliveries, of one in four the second attempt (row Y16)", async () => {
  const first = await Promise.all([..."0123456789abcdef"].map((end) => answerTo(`d${end}`)));
  expect(first.filter(([status]) => status === 200)).toHaveLength(12);
  expect(await answerTo("d0")).toEqual([503, startingText]);
  expect(await answerTo("d0", { after: 5 })).toEqual([200, takenText]);
  // Whoever tries it out is not sent away.
  expect(await answerTo("d0", { test: true })).toEqual([200, takenText]);
  expect(sentOn).toEqual([]);
});

it.each(["https://ci.lakeside.example:8443/mail", "https://lakeside.example/mail", "http://127.0.0.1/mail"])(
  "sends on what goes to %s",
  async (url) => {
    sentOn.length = 0;
    expect(await answerTo("d0", { url })).toEqual([404, ""]);
    expect(sentOn.map(String)).toEqual([url]);
  },
);
