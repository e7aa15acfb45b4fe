import { domain, domainTexts, errorText, webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import type { JobContext } from "../../job.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { messagesTo, storedMessage } from "../../testing/messages.ts";
import { queued } from "../../testing/queue.ts";
import { sharedApp, type TestApp } from "../../testing/test_app.ts";
import { lockCompany } from "../subscription/subscription.ts";
import { announceDeactivated, deactivateOthers } from "./domain.ts";

const app = sharedApp();

const { add_domain, list_domains, remove_domain } = domain;

/** Runs the jobs queued for a domain, as a worker would. @returns how many addresses each job names */
async function announce(app: TestApp, domain: string): Promise<number[]> {
  const all = await queued<{ emails: string[] }>(app, announceDeactivated);
  const jobs = all.filter(({ emails }) => emails.every((one) => one.endsWith(`@${domain}`)));
  for (const payload of jobs) {
    await announceDeactivated.run({ rootDb: app.rootDb, clock: () => app.clock.now } as JobContext, payload);
  }
  return jobs.map(({ emails }) => emails.length);
}

it("removes a domain and deactivates the company's addresses on it, whose mail stays and of which webhooks hear (K34)", async () => {
  const admin = await app.member("Administrator");
  const stranger = await app.member("Administrator");
  await admin.call(webhook.create_webhook, { url: "https://hooks.example.com/", event: "email.deactivated" });
  await admin.call(add_domain, { domain: "gone.example" });
  const [ended, other] = [await app.address(admin, { domain: "gone.example" }), await app.address(admin)];
  const foreign = await app.address(stranger, { domain: "gone.example" });
  const message = await storedMessage(app, admin, ended);

  const answer = await admin.call(remove_domain, { domain_name: "gone.example" });

  expect(answer.body.message).toEqual({ success: true, message: "Domain removed successfully!" });
  expect((await admin.call(list_domains)).body.message.count).toBe(3);
  const companies = [admin.company, stranger.company];
  const where = { company: { in: companies }, is_active: true };
  const active = await app.rootDb.email.findMany({ where, select: { email_name: true } });
  expect(active.map((row) => row.email_name).sort()).toEqual([other, foreign].sort());
  // Only a date of expiry would have its mail deleted later.
  expect(await app.rootDb.email.findUnique({ where: { email_name: ended } })).toMatchObject({ expired: null });
  expect(await messagesTo(app.rootDb, ended)).toMatchObject([{ name: message }]);
  expect(await announce(app, "gone.example")).toEqual([1]);
  expect(await app.rootDb.webhookDelivery.findMany({ where: { company: { in: companies } } })).toMatchObject([
    { event: "email.deactivated", payload: { email_name: ended, is_active: 0 } },
  ]);
  expect((await admin.call(add_domain, { domain: "gone.example" })).body.message.is_verified).toBe(0);
});

it("deactivates 10,000 addresses with their domain, others in a job, and tells webhooks of 5,000 at a time (row Z14)", async () => {
  const admin = await app.member("Administrator");
  await admin.call(webhook.create_webhook, { url: "https://hooks.example.com/", event: "email.deactivated" });
  await admin.call(add_domain, { domain: "many.example" });
  await app.rootDb.$executeRaw`
    INSERT INTO email (email_name, company, owner, domain_name)
    SELECT number || '@many.example', ${admin.company}::uuid, ${admin.name}, 'many.example'
    FROM generate_series(1, 10002) AS number`;
  const left = () => app.rootDb.email.count({ where: { company: admin.company, is_active: true } });
  expect((await admin.call(remove_domain, { domain_name: "many.example" })).status).toBe(200);
  expect(await left()).toBe(2);
  const lost = { company: admin.company, domain_name: "many.example" };
  expect(await queued(app, deactivateOthers)).toEqual([lost]);
  const { signal } = new AbortController();
  const goOn = () =>
    deactivateOthers.run({ rootDb: app.rootDb, clock: () => app.clock.now, stopping: signal } as JobContext, lost);

  // It may be the company's again.
  await admin.call(add_domain, { domain: "many.example" });
  const isVerified = (is_verified: boolean) =>
    app.rootDb.domain.update({ where: { domain_name: "many.example" }, data: { is_verified } });
  await isVerified(true);
  await goOn();
  expect(await left()).toBe(2);
  await isVerified(false);
  await goOn();
  expect(await left()).toBe(0);

  expect(await app.rootDb.webhookDelivery.count({ where: { company: admin.company } })).toBe(0);
  // No webhook is told of the deactivation of an address that is active again.
  await app.rootDb.email.update({ where: { email_name: "7@many.example" }, data: { is_active: true } });
  const announced = await announce(app, "many.example");
  expect(announced.sort((one, other) => one - other)).toEqual([2, 5_000, 5_000]);
  expect(await app.rootDb.webhookDelivery.count({ where: { company: admin.company } })).toBe(10_001);
});

it("accepts a name in Unicode and upper case, in a form body (P139)", async () => {
  const admin = await app.member("Administrator");
  await admin.call(add_domain, { domain: "bücher.example" });
  const form = { method: "POST", body: new URLSearchParams({ domain_name: "BÜCHER.example" }) };
  expect((await admin.fetch(remove_domain.path, form)).status).toBe(200);
});

it("refuses to remove default domains (E17, E18)", async () => {
  const admin = await app.member("Administrator");
  for (const domain_name of ["localhost", "mayfly.test", "MAYFLY.TEST", "Mayfly.test."]) {
    const answer = await admin.call(remove_domain, { domain_name });
    expect([answer.status, errorText(answer.body)]).toEqual([417, "Default domain cannot be deleted"]);
  }
});

it("refuses Members, and does not find another company's domain (P54, L01)", async () => {
  const admin = await app.member("Administrator");
  const [member, stranger] = [await app.member("Member", admin.company), await app.member("Administrator")];
  await admin.call(add_domain, { domain: "ours.example" });
  expect((await member.call(remove_domain, { domain_name: "ours.example" })).status).toBe(403);
  const answer = await stranger.call(remove_domain, { domain_name: "ours.example" });
  expect([answer.status, errorText(answer.body)]).toEqual([404, domainTexts.notFound]);
  expect(await app.rootDb.domain.count({ where: { company: admin.company } })).toBe(1);
});

it("deactivates an address that is created while its domain is being removed", async () => {
  const admin = await app.member("Administrator");
  await admin.call(add_domain, { domain: "busy.example" });
  const { answer } = await app.rootDb.$transaction(async (tx) => {
    await lockCompany(tx, admin.company);
    const answer = admin.call(remove_domain, { domain_name: "busy.example" });
    await lockIsWaitedFor(app.rootDb);
    await app.address(admin, { domain: "busy.example" });
    return { answer };
  });
  expect((await answer).status).toBe(200);
  expect(await app.rootDb.email.findMany({ where: { company: admin.company } })).toMatchObject([{ is_active: false }]);
});
