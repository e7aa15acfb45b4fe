import { webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sendMail } from "../../outgoing_mail/send_mail.ts";
import { testApp } from "../../testing/test_app.ts";

const given = { url: "https://hooks.example.com/mayfly", event: "email.received" };

it("answers the body that was sent, if it is kept, to the company's Administrators only", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const to = await app.address(admin);
  await sendMail({ host: "127.0.0.1", port: app.smtpPort, to, raw: Buffer.from("Subject: Hi\r\n\r\nHello\r\n") });
  const delivery = (await app.rootDb.webhookDelivery.findFirstOrThrow()).name;
  const told = async (asked = delivery) =>
    (await admin.call(webhook.get_delivery_body, { delivery: asked })).body.message.body;
  const keep = (body: string) => app.rootDb.webhookDelivery.update({ where: { name: delivery }, data: { body } });

  expect(await told()).toBe(null);
  await keep("<b>sent</b>");
  expect(await told()).toBe("<b>sent</b>");
  await keep(`${"x".repeat(3_999)}😀${"x".repeat(9_000)}`);
  expect(await told()).toBe(`${"x".repeat(3_999)}…`);
  await app.rootDb.customerInbox.deleteMany();
  expect(await told()).toBe(null);

  const test = (await admin.call(webhook.send_test_event, { webhook_name: name })).body.message;
  expect(JSON.parse(await told(test.name))).toMatchObject({
    type: "email.received",
    test: true,
    data: { code: "123456" },
  });

  const colleague = await app.member("Member", admin.company);
  const stranger = await app.member("Administrator");
  expect((await colleague.call(webhook.get_delivery_body, { delivery })).status).toBe(403);
  expect((await stranger.call(webhook.get_delivery_body, { delivery })).status).toBe(404);
});
