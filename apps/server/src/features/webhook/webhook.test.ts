import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  domain,
  email,
  eventTextMax,
  signatureHeader,
  team,
  type WebhookEventName,
  webhookBody,
  webhookEventNames,
} from "@mayfly/contracts";
import { expect, it, vi } from "vitest";
import { delivering, mail, subscribe } from "../../testing/deliveries.ts";
import { dnsZone } from "../../testing/dns_server.ts";
import { testApp } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";
import { countQueued, oldestQueued } from "../delivery/delivery.ts";
import { settleExpired } from "../email/expiry.ts";
import { retryPauses } from "./courier.ts";

it("delivers each event once when it happens, in the form of its contract (P02, P73)", async () => {
  await using dns = await dnsZone();
  await using receiver = await webhookReceiver();
  await using app = await testApp({ ...delivering, DNS_SERVERS: dns.address, MAIL_HOST: "mx.mayfly.test" });
  const admin = await app.member("Administrator");
  for (const event of webhookEventNames) await subscribe(admin, receiver.url.replace("hook", event), { event });
  const heard: string[] = [];
  const hear = async (event: WebhookEventName, data: object) => {
    heard.push(event);
    const { path, body } = await receiver.count(heard.length);
    const told = JSON.parse(body);
    expect([path, webhookBody(event).parse(told)]).toEqual([`/${event}`, told]);
    expect(told).toMatchObject({ type: event, timestamp: app.clock.now.toISOString(), test: false, data });
  };

  const desk = { domain_name: "mayfly.test", owner: admin.name, reason: "Orders", visibility: "Public" };
  const given = {
    domain: "mayfly.test",
    email_prefix: "desk",
    reason: "Orders",
    visibility: "Public",
    duration: 86_400,
  };
  const { email_name, expiry } = (await admin.call(email.create_email, given)).body.message.email;
  await hear("email.created", { ...desk, email_name, is_active: 1, expiry });
  await mail(app, email_name);
  await hear("email.received", { recipients: email_name, subject: "Hello", text: "Hi\n" });
  await admin.call(email.toggle_email, { email: email_name });
  await hear("email.deactivated", { ...desk, email_name, is_active: 0 });
  await admin.call(email.toggle_email, { email: email_name, action: "activate" });
  await hear("email.activated", { ...desk, email_name, is_active: 1 });
  // Waits until all are recorded as delivered: a pending one would be due again when the clock moves on a day.
  await vi.waitFor(
    async () => expect(await app.rootDb.webhookDelivery.count({ where: { status: "pending" } })).toBe(0),
    10_000,
  );
  app.clock.now = new Date(app.clock.now.getTime() + 86_400_000);
  await settleExpired({ rootDb: app.rootDb, clock: () => app.clock.now });
  await hear("email.expired", { ...desk, email_name, is_active: 0 });

  dns.prove((await admin.call(domain.add_domain, { domain: "owned.example" })).body.message);
  await admin.call(domain.verify_domain, { domain: "owned.example" });
  await hear("domain.verified", { domain_name: "owned.example", mx_found: 1 });

  const person = { name: "grace@navy.example", full_name: "Grace Hopper", is_active: 1 };
  const invitation = { name: person.full_name, email: person.name, role: "Member" };
  await admin.call(team.invite_team_member, invitation);
  await hear("member.invited", { ...person, role: "Member" });
  await admin.call(team.update_team_member, { customer_email: person.name, role: "Administrator" });
  await hear("member.updated", { ...person, role: "Administrator" });
  expect(heard.toSorted()).toEqual(webhookEventNames.toSorted());
});

it("has the events, headers, retry pauses and text limit that docs/webhooks.md states", async () => {
  const page = await readFile(path.resolve(import.meta.dirname, "../../../../../docs/webhooks.md"), "utf8");
  for (const event of webhookEventNames) expect(page).toContain(`\`${event}\``);
  for (const header of [signatureHeader, "webhook-id", "webhook-timestamp", "webhook-signature"])
    expect(page).toMatch(new RegExp(`^${header}: `, "m"));
  const units = { second: 1, minute: 60, hour: 3600 };
  const rows = [...page.matchAll(/^\| (\d) +\| (\d+) (second|minute|hour)s +\|$/gm)];
  expect(rows.map(([, attempt]) => Number(attempt))).toEqual(retryPauses.map((_, at) => at + 2));
  expect(rows.map(([, , count, unit]) => Number(count) * units[unit as keyof typeof units])).toEqual(retryPauses);
  expect(page).toContain(`at most ${eventTextMax.toLocaleString("en")} characters`);
});

it("counts the deliveries in the queue, up to 10,000, and how long the oldest has waited", async () => {
  await using app = await testApp();
  const { company } = await app.member("Administrator");
  const { now } = app.clock;
  const queue = (secondsAgo: number, { count = 1, status = "pending", queued = true }) => app.rootDb.$executeRaw`
    INSERT INTO webhook_delivery (name, company, webhook, event, status, queued, next_attempt)
    SELECT gen_random_uuid(), ${company}::uuid, 'hook', 'email.received', ${status}::"DeliveryStatus", ${queued},
      ${now}::timestamptz - make_interval(secs => ${secondsAgo}::int) FROM generate_series(1, ${count}::int)`;
  const look = async () => [await countQueued(app.rootDb), await oldestQueued(app.rootDb, now)];
  expect(await look()).toEqual([0, 0]);
  await queue(800, { status: "failed" });
  // Waits for its retry, or is under way, or its webhook is off.
  await queue(-30, { count: 3, queued: false });
  expect(await look()).toEqual([0, 0]);
  await queue(20, { count: 2 });
  await queue(60, {});
  expect(await look()).toEqual([3, 60]);
  await queue(10, { count: 10_000 });
  expect(await look()).toEqual([10_000, 60]);
});
