import { api_key, apiKeyTexts, limits, planRefusals, resources, texts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient, clientWith } from "../../testing/api_client.ts";
import { caughtMail, caughtMails } from "../../testing/caught_mail.ts";
import { sharedApp, testApp } from "../../testing/test_app.ts";

const app = sharedApp();
const given = { key_name: "CI", scopes: ["emails:read", "messages:read"] };

it("makes a key that is told once and kept as a hash, and calls as its member (rows Q03 and Q04)", async () => {
  const member = await app.member("Member");
  const { status, body } = await member.call(api_key.create_api_key, { ...given, duration: 30 * 86_400 });
  expect(status).toBe(200);
  const { key, name, ...rest } = body.message;
  expect(rest).toEqual({
    ...given,
    ...{ success: true, message: apiKeyTexts.created, first: key.slice(0, 8), owner: member.name, networks: [] },
    ...{ replaced_by: null, last_used: null, last_network: null, creation: app.clock.now.toISOString() },
    expiry: new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString(),
  });
  const row = await app.rootDb.apiKey.findUniqueOrThrow({ where: { name } });
  expect(JSON.stringify(row)).not.toContain(key);
  const { body: me } = await clientWith(app, key).call(resources.me.get);
  expect(me).toMatchObject({ member: { name: member.name, role: "Member" }, key: { name, scopes: given.scopes } });
});

it("brings networks into one form, and refuses what is none", async () => {
  const member = await app.member("Member");
  const networks = ["192.0.2.77/24", " 192.0.2.0/24 ", "198.51.100.7", "2001:db8::1/32"];
  const { body } = await member.call(api_key.create_api_key, { ...given, networks });
  expect(body.message.networks).toEqual(["192.0.2.0/24", "198.51.100.7/32", "2001:db8::/32"]);
  for (const network of [
    "",
    "example.com",
    "192.0.2.0/33",
    "192.0.2.0/-1",
    "1.2.3",
    "::1/200",
    "10.0.0.0/8/32",
    "10.0.0.1/08",
    "fe80::1%lo/64",
    "::ffff:10.0.0.0/104",
  ]) {
    const refused = await member.call(api_key.create_api_key, { ...given, networks: [network] });
    expect([refused.status, refused.body.message]).toEqual([417, apiKeyTexts.networkInvalid(network)]);
  }
});

it.each([
  ["no name", { key_name: " " }, apiKeyTexts.nameRequired],
  ["a long name", { key_name: "n".repeat(limits.lineMax + 1) }, texts.tooLong("Name", limits.lineMax)],
  ["no scope", { scopes: [] }, apiKeyTexts.scopesRequired],
  ["another time to live", { duration: 86_401 }, apiKeyTexts.unknownLifetime],
])("refuses %s", async (_what, change, message) => {
  const member = await app.member("Member");
  const refused = await member.call(api_key.create_api_key, { ...given, ...change });
  expect([refused.status, refused.body.message]).toEqual([417, message]);
  expect(await app.rootDb.apiKey.count({ where: { company: member.company } })).toBe(0);
});

it("refuses a scope that there is not, a company without the feature, and one key too many (row Q01)", async () => {
  const member = await app.member("Member");
  expect((await member.call(api_key.create_api_key, { ...given, scopes: ["emails:delete"] })).status).toBe(417);
  await app.limit("api", { available: false });
  const lacking = await member.call(api_key.create_api_key, given);
  expect([lacking.status, lacking.body.message]).toEqual([403, planRefusals.api.unavailable]);
  await app.unlimit();
  const row = { company: member.company, member: member.name, key_name: "k", first: "mfly_abc", creation: new Date() };
  const names = Array.from({ length: limits.apiKeysMax }, () => crypto.randomUUID());
  await app.rootDb.apiKey.createMany({ data: names.map((name) => ({ ...row, name, hash: Buffer.from(name) })) });
  const full = await member.call(api_key.create_api_key, given);
  expect([full.status, full.body.message]).toEqual([417, apiKeyTexts.tooMany]);
});

it("ends with its member, its plan and its time, at once (row Q04)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin, { duration: 30 * 86_400 });
  const status = async () => {
    const { status, body } = await client.call(resources.me.get);
    return [status, body.code];
  };
  expect(await status()).toEqual([200, undefined]);
  const end = new Date("2020-01-01");
  await app.rootDb.subscription.update({ where: { company: admin.company }, data: { expiry_date: end } });
  // What the operator changes counts within two seconds; another process would have to look it up, as this one then does.
  await expect.poll(status).toEqual([403, "plan_expired"]);
  await app.rootDb.subscription.update({ where: { company: admin.company }, data: { expiry_date: null } });
  await expect.poll(status).toEqual([200, undefined]);
  app.clock.now = new Date(app.clock.now.getTime() + 31 * 86_400_000);
  expect(await status()).toEqual([401, "invalid_key"]);
});

it("tells the member of each new key, by mail and by a notification", async () => {
  await using mailing = await testApp({ ROLES: "web,worker" });
  const member = await mailing.member("Member");
  const { body } = await member.call(api_key.create_api_key, given);
  const { name, first } = body.message;
  const mail = await caughtMail(mailing, member.name);
  expect(mail.subject).toBe("A new API key was created for your account");
  expect(mail.text).toContain(`the API key CI (${first}…) was just created`);
  expect(mail.text + mail.html).not.toContain(body.message.key);
  await member.call(api_key.rotate_api_key, { name, overlap: 0 });
  expect(await caughtMails(mailing, member.name, 2)).toHaveLength(2);
  const rows = await mailing.rootDb.notificationLog.findMany({ where: { for_user: member.name } });
  expect(rows.map(({ subject, type }) => [subject, type])).toEqual(Array(2).fill(["New API key CI", "API keys"]));
});
