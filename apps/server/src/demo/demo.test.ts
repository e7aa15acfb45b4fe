import { resources, scopes } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { firstOf, makeKey } from "../features/api_key/key.ts";
import { freePort } from "../process/free_port.ts";
import { clientWith } from "../testing/api_client.ts";
import { ServerProcess } from "../testing/server_process.ts";
import { testApp, testKey } from "../testing/test_app.ts";
import { seedDemo, sendLackingSamples } from "./demo.ts";

it("creates no demo and sends no mail if its address belongs to a customer", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const customer = await app.member("Administrator");
  const { name: company } = await app.rootDb.company.findUniqueOrThrow({ where: { name: customer.company } });
  await app.rootDb.email.create({
    data: { email_name: "demo@mayfly.test", domain_name: "mayfly.test", company, owner: customer.name },
  });
  const settings = { DATABASE_URL: app.databaseUrl, SECRET_KEY: testKey, LOG_LEVEL: "warn" };
  const line = /There is no demo: one of .*, demo@mayfly\.test belongs to another company\./;

  const SMTP_PORT = String(app.smtpPort);
  const command = new ServerProcess({ ...settings, SMTP_PORT }, "apps/server/src/operator/main.ts", ["demo"]);
  expect(await command.exit()).toBe(1);
  expect(command.errors).toMatch(new RegExp(`^${line.source}\n$`));

  const ports = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()) };
  await using server = await new ServerProcess({ ...settings, ...ports, DEMO: "on" }).ready();
  expect(server.output).not.toContain("Login");
  expect(server.errors).toMatch(line);
  expect(await app.rootDb.customerInbox.count()).toBe(0);
});

it("sends the sample mails that a first start did not get to, and none twice", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const { address = "" } = await seedDemo(app.rootDb, {
    secretKey: testKey,
    defaultDomains: ["mayfly.test"],
    key: undefined,
  });
  const subjects = async () => {
    await sendLackingSamples(app.rootDb, address, "127.0.0.1", app.smtpPort);
    const rows = await app.rootDb.customerInbox.findMany({ orderBy: [{ creation: "asc" }, { name: "asc" }] });
    return rows.map(({ subject }) => subject);
  };
  const all = await subjects();
  expect(new Set(all).size).toBe(8);
  await app.rootDb.customerInbox.deleteMany({ where: { subject: { in: all.slice(3) } } });
  expect(await subjects()).toEqual(all);
  expect(await subjects()).toEqual(all);
});

it("gives the demo company a key that was chosen outside, once (row S05)", async () => {
  await using app = await testApp();
  const key = makeKey();
  const given = { secretKey: testKey, defaultDomains: ["mayfly.test"], key };
  for (let start = 0; start < 2; start += 1) await seedDemo(app.rootDb, given);
  const { status, body } = await clientWith(app, key).call(resources.me.get);
  expect([status, body.member.name, body.key.scopes.length]).toEqual([200, "ada@lakeside.example", scopes.length]);
  const kept = () => app.rootDb.apiKey.count({ where: { key_name: "DEMO_KEY" } });
  expect(await kept()).toBe(1);
  // Another one ends it, and so does none.
  await seedDemo(app.rootDb, { ...given, key: makeKey() });
  expect([await kept(), (await app.rootDb.apiKey.findMany()).some(({ first }) => first === firstOf(key))]).toEqual([
    1,
    false,
  ]);
  await seedDemo(app.rootDb, { ...given, key: undefined });
  expect(await kept()).toBe(0);
});
