import { type WebhookDelivery, webhook } from "@mayfly/contracts";
import { SmtpClient } from "./smtp_client.ts";
import type { TestApp, TestMember } from "./test_app.ts";

/** Settings of a server that delivers webhooks, also to receivers on this machine. */
export const delivering = { ROLES: "web,smtp,worker", ALLOW_PRIVATE_NETWORK: "on" };

/** Creates a webhook, for received mail unless `given` says otherwise. @returns its name */
export async function subscribe(owner: TestMember, url: string, given: Record<string, unknown> = {}): Promise<string> {
  const { body } = await owner.call(webhook.create_webhook, { url, event: "email.received", ...given });
  return body.message.name;
}

/** The delivery log of a webhook. */
export const deliveriesOf = async (owner: TestMember, webhook_name: string) =>
  (await owner.call(webhook.get_webhook_deliveries, { webhook_name, limit: 100 })).body.message
    .deliveries as WebhookDelivery[];

/** Sends a message to the server over SMTP. */
export async function mail(app: TestApp, to: string | string[], message = "Subject: Hello\r\n\r\nHi\r\n") {
  await using client = await SmtpClient.open(app.smtpPort);
  const reply = await client.send(to, message);
  if (!reply?.startsWith("250 ")) throw new Error(`not taken: ${reply}`);
}
