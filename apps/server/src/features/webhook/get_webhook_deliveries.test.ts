import { type LoggedDelivery, webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sendMail } from "../../outgoing_mail/send_mail.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,smtp" });

const given = { url: "https://hooks.example.com/mayfly", event: "email.received" };

it("lists deliveries, newest first, each with its attempts", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  for (let no = 0; no < 6; no += 1) {
    const creation = new Date(app.clock.now.getTime() + no * 1000);
    const attempts = [1, 2].map((attempt) => ({ attempt, creation, duration: no, status: 500, answer: `no ${no}` }));
    const { company } = admin;
    const data = { company, webhook: name, event: "email.received", creation, next_attempt: creation };
    await app.rootDb.webhookDelivery.create({ data: { ...data, body: "secret", attempts: { create: attempts } } });
  }
  const { body } = await admin.call(webhook.get_webhook_deliveries, { webhook_name: name });
  const { deliveries, count } = body.message;
  expect(body.message.webhook).toMatchObject({ ...given, name, enabled: 1 });
  expect([count, deliveries.length]).toEqual([6, 5]);
  const creation = new Date(app.clock.now.getTime() + 5000).toISOString();
  expect(deliveries[0]).toEqual({
    ...{ name: expect.any(String), event: "email.received", test: false, status: "pending", creation },
    next_attempt: creation,
    attempts: [1, 2].map((attempt) => ({ attempt, creation, duration: 5, status: 500, answer: "no 5" })),
    ...{ about: "", subject: "", message: null },
  });
  const rest = await admin.call(webhook.get_webhook_deliveries, { webhook_name: name, start: 5 });
  expect(rest.body.message.deliveries.map(({ attempts }: never) => attempts)).toMatchObject([[{ answer: "no 0" }, {}]]);

  await admin.call(webhook.enable_disable_webhook, { webhook_name: name, enable: 0 });
  const off = await admin.call(webhook.get_webhook_deliveries, { webhook_name: name });
  expect(off.body.message.deliveries[0]).toMatchObject({ status: "pending", next_attempt: null });
});

it("says what each delivery is about, and of a message only while it is kept", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const recipients = await app.address(admin);
  const raw = Buffer.from(`To: ${recipients}\r\nSubject: Order <1>\r\n\r\nHello\r\n`);
  await sendMail({ host: "127.0.0.1", port: app.smtpPort, to: recipients, raw });
  const domain = { domain_name: "shop.example", mx_found: 1 };
  const member = { name: "ada@x.example", full_name: "Ada", role: "Member", is_active: 1 };
  for (const [at, payload] of [domain, { email_name: "a@shop.example", ...domain }, member].entries()) {
    const creation = new Date(app.clock.now.getTime() + (at + 1) * 1000);
    const data = { company: admin.company, webhook: name, event: "x", payload, creation, next_attempt: creation };
    await app.rootDb.webhookDelivery.create({ data });
  }
  const told = async () => {
    const { body } = await admin.call(webhook.get_webhook_deliveries, { webhook_name: name });
    return body.message.deliveries.map(({ about, subject, message }: LoggedDelivery) => [about, subject, message]);
  };
  const message = (await app.rootDb.customerInbox.findFirstOrThrow({ where: { company: admin.company } })).name;
  const others = [
    ["ada@x.example", "", null],
    ["a@shop.example", "", null],
    ["shop.example", "", null],
  ];
  expect(await told()).toEqual([...others, [recipients, "Order <1>", message]]);
  await app.rootDb.customerInbox.deleteMany({ where: { company: admin.company } });
  expect(await told()).toEqual([...others, ["", "", null]]);
});

it("lists only the 20 latest attempts of a delivery", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const attempts = Array.from({ length: 30 }, (_, at) => ({ attempt: at + 1, duration: 1, status: 500, answer: "" }));
  const data = { company: admin.company, webhook: name, event: "email.received", next_attempt: app.clock.now };
  await app.rootDb.webhookDelivery.create({ data: { ...data, attempts: { create: attempts } } });
  const { body } = await admin.call(webhook.get_webhook_deliveries, { webhook_name: name });
  const told = body.message.deliveries[0].attempts as { attempt: number }[];
  expect(told.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 20 }, (_, at) => at + 11));
});

it("refuses Members and other companies, as answers can quote private mail", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.get_webhook_deliveries, { webhook_name: name })).status).toBe(403);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.get_webhook_deliveries, { webhook_name: name })).status).toBe(404);
});
