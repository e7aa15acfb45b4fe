import { domain, email, notificationQuota, quotaTexts, reset_user, team, webhook } from "@mayfly/contracts";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { PlanQuota, QuotaName } from "../../generated/prisma/client.ts";
import { caughtMail } from "../../testing/caught_mail.ts";
import { sharedApp, type TestApp, testApp } from "../../testing/test_app.ts";
import { deleteOldQuotaUse } from "./quota.ts";

const app = sharedApp({ RATE_LIMIT_FACTOR: "1", ALLOW_PRIVATE_NETWORK: "on", ROLES: "web,worker" });

const hour = 3_600_000;
// Quotas as on a new server again.
let quotas: PlanQuota[] = [];
beforeAll(async () => {
  quotas = await app.rootDb.planQuota.findMany();
});
afterEach(async () => {
  await app.rootDb.planQuota.deleteMany();
  await app.rootDb.planQuota.createMany({ data: quotas });
});
/** Changes a quota of the Business plan. */
const limit = (quota: QuotaName, per_day: number, young_per_day: number | null = null, { rootDb }: TestApp = app) =>
  rootDb.planQuota.update({ where: { plan_quota: { plan: "business", quota } }, data: { per_day, young_per_day } });
/** Makes the company older than the companies that count as young. */
const age = (company: string) =>
  app.rootDb.company.update({
    where: { name: company },
    data: { creation: new Date(app.clock.now.getTime() - 8 * 24 * hour) },
  });

it("lets a company create only so many addresses a day, however often it deactivates them", async () => {
  app.clock.now = new Date("2027-01-10T20:00:00Z");
  const [member, other] = [await app.member("Administrator"), await app.member("Administrator")];
  await limit("email", 5);
  const create = (by = member) => by.call(email.create_email, { domain: "mayfly.test" });
  const createAndEnd = async () => {
    const { status, body } = await create();
    if (status === 200) {
      const address = body.message.email.email_name;
      await member.call(email.toggle_email, { email: address, action: "deactivate" });
    }
    return status;
  };
  const answers = [];
  for (let count = 0; count < 7; count += 1) answers.push(await createAndEnd());
  expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const refused = await create();
  expect([refused.body.message, refused.headers.get("retry-after")]).toEqual([quotaTexts.email, `${4 * 3600}`]);
  expect((await create(other)).status).toBe(200);
  // Refused ones have not counted.
  await limit("email", 6);
  expect([await createAndEnd(), await createAndEnd()]).toEqual([200, 429]);
  app.clock.now = new Date("2027-01-11T00:00:00Z");
  expect(await createAndEnd()).toBe(200);
  await deleteOldQuotaUse({ rootDb: app.rootDb, clock: () => new Date("2027-01-20T00:00:00Z") });
  expect(await app.rootDb.quotaUse.count({ where: { company: { in: [member.company, other.company] } } })).toBe(0);
});

it("gives exactly the quota to a hundred calls at once", async () => {
  const member = await app.member("Administrator");
  await limit("email", 7);
  const create = () => member.call(email.create_email, { domain: "mayfly.test" });
  const answers = await Promise.all(Array.from({ length: 100 }, create));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(await app.rootDb.email.count({ where: { company: member.company } })).toBe(7);
});

it("limits new domains and webhooks in the same way", async () => {
  const member = await app.member("Administrator");
  await limit("domain", 2);
  await limit("webhook", 2);
  const given = { url: "https://127.0.0.1/", event: "domain.verified" };
  for (let count = 0; count < 3; count += 1) {
    const added = await member.call(domain.add_domain, { domain: `d${count}.example` });
    const made = await member.call(webhook.create_webhook, given);
    if (count < 2) {
      expect([added.status, made.status]).toEqual([200, 200]);
      await member.call(domain.remove_domain, { domain_name: `d${count}.example` });
      await member.call(webhook.delete_webhook, { webhook_name: made.body.message.name });
    } else {
      expect([added.status, added.body.message]).toEqual([429, quotaTexts.domain]);
      expect([made.status, made.body.message]).toEqual([429, quotaTexts.webhook]);
    }
  }
});

it("multiplies quotas by RATE_LIMIT_FACTOR, and has none with 0", async () => {
  for (const [factor, most] of [
    ["0.5", 2],
    ["0", 5],
  ] as const) {
    await using app = await testApp({ RATE_LIMIT_FACTOR: factor });
    const member = await app.member("Administrator");
    await limit("email", 4, null, app);
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await member.call(email.create_email, { domain: "mayfly.test" })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(most);
  }
});

it("caps invitations that nobody accepts, lower for a young company", async () => {
  const admin = await app.member("Administrator");
  await limit("invitation", 4, 2);
  let count = 0;
  const invite = async () => {
    count += 1;
    const address = `person-${count}@engine.example`;
    const { status, body } = await admin.call(team.invite_team_member, { name: "Ada", email: address, role: "Member" });
    // Withdrawing gives the seat back, and not the quota.
    if (status === 200 && count !== 4) await admin.call(team.withdraw_invitation, { customer_email: address });
    return status === 200 ? status : body.message;
  };
  expect([await invite(), await invite(), await invite()]).toEqual([200, 200, quotaTexts.invitation]);
  await age(admin.company);
  expect([await invite(), await invite(), await invite()]).toEqual([200, 200, quotaTexts.invitation]);
  const [, name] = /forget-password\/([\w-]{32})/.exec((await caughtMail(app, "person-4@engine.example")).text) ?? [];
  expect((await app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" })).status).toBe(200);
  expect([await invite(), await invite()]).toEqual([200, quotaTexts.invitation]);
});

it("stores no more notifications a day than the plan allows, and says so in the last", async () => {
  const [admin, other] = [await app.member("Administrator"), await app.member("Administrator")];
  const member = await app.member("Member", admin.company);
  await limit("notification", 5);
  const address = await app.address(member);
  const toggle = (action: string, by = member, of = address) => by.call(email.toggle_email, { email: of, action });
  // Each tells two people.
  for (const action of ["deactivate", "activate", "deactivate", "activate"]) {
    expect((await toggle(action)).status).toBe(200);
  }
  await toggle("deactivate", other, await app.address(other));
  const subjects = async (company: string) => {
    const rows = await app.rootDb.notificationLog.findMany({ where: { company }, orderBy: { creation: "asc" } });
    return rows.map(({ subject }) => subject);
  };
  const told = await subjects(admin.company);
  expect(told).toHaveLength(6);
  expect(told.filter((subject) => subject === notificationQuota.subject)).toHaveLength(1);
  expect(await subjects(other.company)).toEqual(["Email deactivated"]);
});
