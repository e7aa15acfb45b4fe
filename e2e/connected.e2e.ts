import { createHmac } from "node:crypto";
import { domainTexts, webhookBody, webhookTexts } from "@mayfly/contracts";
import { sendMail } from "@mayfly/server/outgoing_mail/send_mail";
import { dnsZone } from "@mayfly/server/testing/dns_server";
import { type Received, webhookReceiver } from "@mayfly/server/testing/webhook_receiver";
import { webhookScreenTexts } from "@mayfly/web/features/webhooks/texts";
import type { Locator } from "@playwright/test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { OwnMayfly } from "./new_company.ts";
import { copied, press, toast, visit } from "./page.ts";
import { expect, test } from "./server.ts";

const name = "mail.navy.example";
const address = `orders@${name}`;

const attempts = (delivery: Locator) => delivery.getByRole("list", { name: "Attempts" }).getByRole("listitem");

/** Verifies an event as a receiver with the secret does, by the server's clock. @throws unless the event is genuine */
function open({ headers, body }: Received, secret: string, later: number) {
  const plain = createHmac("sha256", secret).update(body).digest("hex");
  if (headers["x-mayfly-signature"] !== plain) throw new Error("the plain signature is wrong");
  const { now } = Date;
  Date.now = () => now() + later;
  try {
    return webhookBody("email.received").parse(new StandardWebhook(secret).verify(body, headers));
  } finally {
    Date.now = now;
  }
}

test("a user connects a domain and a webhook receiver, breaks and repairs the receiver, and changes the secret", async ({
  browser,
}) => {
  await using dns = await dnsZone();
  await using receiver = await webhookReceiver();
  await using own = await OwnMayfly.start({ DNS_SERVERS: dns.address, ALLOW_PRIVATE_NETWORK: "on" });
  const { mayfly } = own;
  const page = await own.open(browser);
  const main = page.getByRole("main");
  const send = (subject: string) =>
    sendMail({
      ...{ host: "127.0.0.1", port: mayfly.smtpPort, to: address },
      raw: Buffer.from(`From: Zoe <zoe@elsewhere.example>\r\nSubject: ${subject}\r\n\r\nHello\r\n`),
    });
  /** Clicks the webhook, and returns the secret that this copies. */
  const copySecret = async () => {
    await visit(page, "Webhooks");
    const header = await copied(page.getByRole("button", { name: /^hook-/ }));
    expect(header).toMatch(/^X-Mayfly-Signature: whsec_/);
    return header.replace("X-Mayfly-Signature: ", "");
  };
  const deliveries = page.getByRole("list", { name: "Deliveries" }).locator("> li");

  await test.step("adds a domain, sets the records that the page shows, and verifies it", async () => {
    await own.enter(page, "/dashboard/domains");
    await page.getByLabel("Add a domain").fill(name);
    await page.getByRole("button", { name: "Add domain" }).click();
    for (const type of ["TXT", "MX"] as const) {
      const record = page.getByLabel(`${type} record`, { exact: true });
      const shown = (what: string) => copied(record.getByRole("button", { name: `Copy the ${type} record's ${what}` }));
      const value = await shown("value");
      dns.set(await shown("name"), type, [type === "TXT" ? { data: value } : { exchange: value, priority: 10 }]);
    }
    await page.getByRole("button", { name: `Verify ${name}` }).click();
    await expect(toast(page, domainTexts.verified)).toBeVisible();
    await expect(main.getByText("Verified", { exact: true })).toBeVisible();
    await expect(main.getByText("Found", { exact: true })).toHaveCount(2);
  });

  await test.step("makes an address on it, and a webhook", async () => {
    await visit(page, "Emails");
    await press(main.getByRole("button", { name: "Create Email" }).first());
    const creation = page.getByRole("dialog");
    await creation.getByLabel("Domain").selectOption(name);
    await creation.getByLabel("Prefix", { exact: true }).fill("orders");
    await creation.getByRole("button", { name: "Create Email" }).click();
    await expect(page.getByRole("list", { name: "Emails" }).getByText(address)).toBeVisible();

    await visit(page, "Webhooks");
    await expect(page.getByText(webhookScreenTexts.empty)).toBeVisible();
    await press(page.getByRole("button", { name: "Add Webhook" }));
    const form = page.getByRole("dialog", { name: "Create New Webhook" });
    await form.getByLabel("URL").fill(receiver.url);
    await form.getByLabel("Event").selectOption({ label: "Email received" });
    await form.getByLabel("Domain").selectOption(name);
    await form.getByRole("button", { name: "Create Webhook" }).click();
    await expect(toast(page, webhookTexts.created)).toBeVisible();
  });

  let secret = "";
  await test.step("receives mail, and the signed event arrives", async () => {
    await send("First");
    const first = await receiver.count(1);
    secret = await copySecret();
    expect(open(first, secret, 0)).toMatchObject({ test: false, data: { recipients: address, subject: "First" } });
    await page.goto(`/inbox?email=${address}`);
    await expect(page.getByText("First").first()).toBeVisible();
  });

  const [soon, later] = [6_000, 307_000];
  await test.step("breaks the receiver, and sees the retries", async () => {
    receiver.answer = (_, response) => response.writeHead(503).end("down for repairs");
    await send("Second");
    await page.goto("/dashboard/webhooks");
    await page.getByRole("link", { name: /^Deliveries of/ }).click();
    const second = deliveries.filter({ hasText: "Retrying" });
    await second.getByText("Retrying").click();
    await expect(attempts(second).first()).toHaveText(/^#1503.*down for repairs$/);
    await own.moveClock(soon);
    await expect(attempts(second)).toHaveCount(2);
    await own.moveClock(later);
    await expect(attempts(second)).toHaveText([/^#1503/, /^#2503/, /^#3503/]);
    await expect(second).toContainText("Next attempt");
    const [one, ...others] = receiver.received.slice(1);
    expect(others).toHaveLength(2);
    for (const { headers, body } of others) {
      expect([headers["webhook-id"], body]).toEqual([one?.headers["webhook-id"], one?.body]);
      expect(headers["webhook-signature"]).not.toBe(one?.headers["webhook-signature"]);
    }
    expect(open(receiver.received[3] as Received, secret, later)).toMatchObject({ data: { subject: "Second" } });
  });

  await test.step("mends it, and delivers again", async () => {
    receiver.answer = (_, response) => response.end("thanks");
    await deliveries.first().getByRole("button", { name: "Deliver again" }).click();
    await expect(deliveries.getByText("Delivered", { exact: true })).toHaveCount(2);
    await expect(attempts(deliveries.first())).toHaveText([/503/, /503/, /503/, /^#4200.*thanks$/]);
    const [broken, mended] = [receiver.received[1], await receiver.count(5)];
    expect([mended.headers["webhook-id"], mended.body]).toEqual([broken?.headers["webhook-id"], broken?.body]);
  });

  await test.step("regenerates the secret, and the next signature uses it", async () => {
    await page.getByRole("link", { name: webhookScreenTexts.title }).first().click();
    await page.getByRole("button", { name: "Regenerate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Regenerate secret" }).click();
    await expect(toast(page, webhookScreenTexts.regenerated)).toBeVisible();
    const fresh = await copySecret();
    expect(fresh).not.toBe(secret);
    await send("Third");
    const third = await receiver.count(6);
    expect(open(third, fresh, later)).toMatchObject({ data: { subject: "Third" } });
    expect(() => open(third, secret, later)).toThrow("the plain signature is wrong");

    await page.getByRole("link", { name: /^Deliveries of/ }).click();
    await press(page.getByRole("button", { name: "Send test event" }));
    expect(open(await receiver.count(7), fresh, later)).toMatchObject({ test: true });
    await expect(deliveries.getByText("Test", { exact: true })).toBeVisible();
    await expect(deliveries.getByText("Delivered", { exact: true })).toHaveCount(4);
  });
  await page.close();
});
