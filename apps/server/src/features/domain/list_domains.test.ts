import { domain, plan, planTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

const { add_domain, list_domains } = domain;
const defaults = ["mayfly.test", "inbox.mayfly.test", "localhost"];

it("lists the platform's domains as verified and uncounted, to a Member on Starter too (P12, P74, P75, P136)", async () => {
  const member = await app.member("Member");
  await app.rootDb.subscription.update({ where: { company: member.company }, data: { plan: "starter" } });
  const { domains, count } = (await member.call(list_domains)).body.message;
  expect(count).toBe(3);
  expect(domains.map((row: { domain_name: string }) => row.domain_name)).toEqual(defaults);
  for (const row of domains) expect(row).toMatchObject({ is_verified: 1, is_default: 1, mx_found: 1, records: [] });
  expect((await member.call(plan.get_stats)).body.message.domain).toBe(0);
});

it("pages through the company's own domains, newest first, and then the platform's (K32, P78, L01)", async () => {
  const [admin, stranger] = [await app.member("Administrator"), await app.member("Administrator")];
  await stranger.call(add_domain, { domain: "foreign.example" });
  for (let at = 1; at <= 7; at += 1) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    await admin.call(add_domain, { domain: `d${at}.example` });
  }
  const page = async (input: object) => {
    const { domains, count } = (await admin.call(list_domains, { ...input })).body.message;
    expect(count).toBe(10);
    return domains.map((row: { domain_name: string }) => row.domain_name);
  };
  expect(await page({})).toEqual(["d7.example", "d6.example", "d5.example", "d4.example", "d3.example"]);
  expect(await page({ start: 5, limit: 5 })).toEqual(["d2.example", "d1.example", ...defaults]);
  expect(await page({ start: 8, limit: 5 })).toEqual(["inbox.mayfly.test", "localhost"]);
  expect(await page({ start: 10, limit: 5 })).toEqual([]);
  expect(await page({ start: 6, limit: 2 })).toEqual(["d1.example", "mayfly.test"]);
  expect((await admin.call(plan.get_stats)).body.message.domain).toBe(7);
});

it("answers with the requested fields, and refuses unknown fields and invalid pages", async () => {
  const admin = await app.member("Administrator");
  const ask = (fields: string) => admin.call(list_domains, { fields, limit: 1 });
  const some = await ask('["name","is_verified"]');
  expect(some.body.message.domains).toEqual([{ name: "mayfly.test", is_verified: 1 }]);
  expect((await ask('["*"]')).body.message.domains[0]).toHaveProperty("records");
  for (const fields of ['["company"]', "[]", "x", '{"a":1}']) expect((await ask(fields)).status).toBe(417);
  expect((await ask('["name","zz"]')).body.message).toBe("Unknown field: zz");
  for (const input of [{ start: -1 }, { limit: 0 }, { limit: 101 }, { start: "x" }]) {
    expect((await admin.call(list_domains, input)).status).toBe(417);
  }
});

it("counts only the company's own active addresses on a domain", async () => {
  const [admin, stranger] = [await app.member("Administrator"), await app.member("Administrator")];
  await admin.call(add_domain, { domain: "busy.example" });
  await app.address(admin, { domain: "busy.example" });
  await app.address(stranger, { domain: "busy.example" });
  await app.address(admin, { domain: "busy.example", expiry: new Date(app.clock.now.getTime() - 1) });
  expect((await admin.call(list_domains)).body.message.domains[0]).toMatchObject({ active_emails: 1 });
});

it("lists domains after the plan has expired, when none can be added", async () => {
  const admin = await app.member("Administrator");
  await app.rootDb.subscription.updateMany({
    where: { company: admin.company },
    data: { expiry_date: new Date("2020-01-01") },
  });
  expect((await admin.call(list_domains)).status).toBe(200);
  const answer = await admin.call(add_domain, { domain: "late.example" });
  expect([answer.status, answer.body.message]).toEqual([403, planTexts.expired]);
});
