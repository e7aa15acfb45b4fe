import type { Outbound, OutboundAnswer, OutboundRequest } from "../outbound/outbound.ts";

/** Where the demo's webhook goes. The name can be nobody's (RFC 2606). */
export const receiverUrl = "https://ci.lakeside.example/mail";
const { host: receiverHost } = new URL(receiverUrl);

/** Of so many deliveries, the first attempt of one fails. */
const restless = 4;
/** How old a delivery is, at most, when its first attempt is made. Milliseconds. */
const firstAttempt = 3_000;

/**
 * Answers what goes to the demo's receiver in this process (row Y16), so that webhooks can be tried where nothing can be
 * reached, and no request may go to this machine (invariant 7). All else goes where it goes.
 */
export const withDemoReceiver = (outbound: Outbound): Outbound => ({
  ...outbound,
  async send(url, request) {
    return url.host === receiverHost && request.method === "POST" ? receive(request) : outbound.send(url, request);
  },
});

/** Takes a delivery, or says at its first attempt that it is starting again: so a newcomer sees a retry. */
function receive({ headers = {}, body = "{}" }: OutboundRequest): OutboundAnswer {
  const { timestamp, test } = JSON.parse(body) as { timestamp: string; test: boolean };
  const age = Number(headers["webhook-timestamp"]) * 1_000 - Date.parse(timestamp);
  const isRestless = Number.parseInt(headers["webhook-id"]?.at(-1) ?? "", 16) % restless === 0;
  return !test && isRestless && age < firstAttempt ? answer(503, startingText) : answer(200, takenText);
}

export const takenText = '{"received":true}';
export const startingText = '{"error":"The test runner is starting."}';

const answer = (status: number, text: string): OutboundAnswer => ({
  ...{ status, headers: { "content-type": "application/json" }, body: Buffer.from(text), whole: true, late: false },
});
