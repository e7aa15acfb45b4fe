import { api_key, resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { daysAfter } from "../../clock.ts";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { announceExpiringKeys, deleteExpiredKeys } from "./api_key.ts";

const app = sharedApp();
const jobs = () => ({ rootDb: app.rootDb, clock: () => app.clock.now });

it("lists a Member's own keys, and all of the company's to Administrators, with their last use (row Q05)", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const client = await apiClient(app, member);
  const own = await apiClient(app, admin);
  await client.call(resources.me.get);
  const names = async (who: typeof admin) =>
    (await who.call(api_key.get_api_keys)).body.message.api_keys.map(({ name }: { name: string }) => name);
  expect(await names(member)).toEqual([client.name]);
  expect((await names(admin)).sort()).toEqual([client.name, own.name].sort());
  const used = async () => (await member.call(api_key.get_api_keys)).body.message.api_keys[0];
  await expect.poll(used).toMatchObject({ last_network: "127.0.0.1", last_used: app.clock.now.toISOString() });
  expect(JSON.stringify(await used())).not.toContain(client.key);
});

it("tells a member once of a key that expires within a week, and deletes it a month after (row Q05)", async () => {
  const member = await app.member("Member");
  await apiClient(app, member, { duration: 30 * 86_400 });
  const subject = { contains: "expires" };
  const notices = () => app.rootDb.notificationLog.findMany({ where: { company: member.company, subject } });
  await announceExpiringKeys(jobs());
  expect(await notices()).toEqual([]);
  app.clock.now = daysAfter(app.clock.now, 24);
  await announceExpiringKeys(jobs());
  await announceExpiringKeys(jobs());
  expect(await notices()).toMatchObject([
    { for_user: member.name, subject: "API key Test expires soon", type: "API keys" },
  ]);
  app.clock.now = daysAfter(app.clock.now, 35);
  await deleteExpiredKeys(jobs());
  expect(await app.rootDb.apiKey.count({ where: { company: member.company } })).toBe(1);
  app.clock.now = daysAfter(app.clock.now, 2);
  await deleteExpiredKeys(jobs());
  expect(await app.rootDb.apiKey.count({ where: { company: member.company } })).toBe(0);
});
