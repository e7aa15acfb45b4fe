import { webhook } from "@mayfly/contracts";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { expect, it, vi } from "vitest";
import { deliveriesOf, mail, subscribe } from "../../testing/deliveries.ts";
import { ServerProcess } from "../../testing/server_process.ts";
import { testApp, testKey } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";

it("stops while it is still connecting to the database", async () => {
  const app = await testApp({ ROLES: "worker" });
  await app[Symbol.asyncDispose]();
});

it("finishes a delivery whose worker was killed, with the same id and body (threat 46)", async () => {
  await using receiver = await webhookReceiver(() => undefined);
  await using app = await testApp({ ROLES: "web,smtp" });
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const name = await subscribe(admin, "https://hooks.example.com/");
  await app.rootDb.webhook.update({ where: { name }, data: { url: receiver.url } });
  await mail(app, address);
  expect(await deliveriesOf(admin, name)).toMatchObject([{ status: "pending", attempts: [] }]);
  const worker = () =>
    new ServerProcess({
      ...{ DATABASE_URL: app.databaseUrl, SECRET_KEY: testKey, ROLES: "worker", LOG_LEVEL: "silent" },
      ...{ ALLOW_PRIVATE_NETWORK: "on", WEBHOOK_MILLISECONDS: "1000" },
    });
  await using first = worker();
  const sent = await receiver.count(1);
  await first.kill("SIGKILL");
  receiver.answer = (_, response) => response.end();
  await using _second = worker();
  const again = await receiver.count(2);
  expect(again.body).toBe(sent.body);
  expect(again.headers["webhook-id"]).toBe(sent.headers["webhook-id"]);
  const secret = (await admin.call(webhook.get_hmac_password)).body.message.hmac_secret;
  for (const { body, headers } of receiver.received) new StandardWebhook(secret).verify(body, headers);
  await vi.waitFor(async () => expect(await deliveriesOf(admin, name)).toMatchObject([{ status: "delivered" }]));
});
