import { inbox, resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { storedMessage } from "../../testing/messages.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,smtp" });

it("tells what happened to a message, in order of time (row R09)", async () => {
  const owner = await app.member("Administrator");
  const client = await apiClient(app, owner);
  const address = await app.address(owner);
  const hook = { name: `hook-${crypto.randomUUID()}`, company: owner.company, owner: owner.name };
  await app.rootDb.webhook.create({ data: { ...hook, url: "https://127.0.0.1/", event: "email.received" } });
  const tick = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  };
  const browser = await owner.listen();
  // The connection's time is the machine's.
  tick();
  await using smtp = await SmtpClient.open(app.smtpPort);
  expect(await smtp.send(address, "Subject: one\r\n\r\nHello\r\n")).toMatch(/^250/);
  const timeline = async (id: string) => (await client.call(resources.messages.timeline, { id })).body.data;
  const { name: id, creation } = await app.rootDb.customerInbox.findFirstOrThrow({ where: { recipients: address } });
  await expect.poll(async () => (await timeline(id)).map(({ what }: { what: string }) => what)).toContain("pushed");
  browser.close();
  const delivery = await app.rootDb.webhookDelivery.findFirstOrThrow({ where: { message: id } });
  expect(delivery.creation).toEqual(creation);
  tick();
  const tried = { delivery: delivery.name, attempt: 1, creation: app.clock.now, duration: 12, answer: "no" };
  await app.rootDb.webhookAttempt.create({ data: { ...tried, status: 503 } });
  tick();
  await client.call(resources.messages.update, { id, seen: true });
  await client.call(resources.messages.update, { id, seen: false });
  tick();
  await client.call(resources.messages.update, { id, seen: true });
  const { body } = await client.call(resources.emails.wait, { id: address, claim: true, timeout: 0 });
  tick();
  await client.call(resources.messages.ack, { id, claim: body.messages[0].claim.claim });
  const told = await timeline(id);
  expect(told.map(({ what, who }: { what: string; who: string }) => [what, who])).toEqual([
    ["connected", "127.0.0.1"],
    ["tls", "127.0.0.1"],
    ["stored", null],
    ["accepted", "127.0.0.1"],
    ["pushed", null],
    ["webhook", hook.name],
    ["opened", owner.name],
    ["claimed", owner.name],
    ["acknowledged", owner.name],
  ]);
  expect(told[5].detail).toBe("Attempt 1: HTTP 503, after 12 ms.");
  const ofWeb = await owner.call(inbox.get_timeline, { name: id });
  expect(ofWeb.body.message).toEqual(told);
  await client.call(resources.messages.remove, { id });
  expect(await app.rootDb.timelineEntry.count({ where: { message: id } })).toBe(0);
  expect(await app.rootDb.messageClaim.count({ where: { message: id } })).toBe(0);
});

it("hides what webhooks did from Members, and begins with what is known of old messages", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const address = await app.address(member);
  const id = await storedMessage(app, member, address);
  const hook = { name: `hook-${crypto.randomUUID()}`, company: admin.company, owner: admin.name };
  await app.rootDb.webhook.create({ data: { ...hook, url: "https://127.0.0.1/", event: "email.received" } });
  const { creation } = await app.rootDb.customerInbox.findUniqueOrThrow({ where: { name: id } });
  const queued = { company: admin.company, webhook: hook.name, event: "email.received", message: id, creation };
  const attempts = { create: { attempt: 1, duration: 1, status: 200, answer: "" } };
  await app.rootDb.webhookDelivery.create({ data: { ...queued, next_attempt: creation, attempts } });
  const whats = async (who: typeof admin) =>
    (await who.call(inbox.get_timeline, { name: id })).body.message.map(({ what }: { what: string }) => what);
  expect(await whats(member)).toEqual(["stored", "accepted"]);
  expect(await whats(admin)).toEqual(["stored", "accepted", "webhook"]);
});
