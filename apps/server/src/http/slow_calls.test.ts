import { plan, reportview, resource, stats, team, texts } from "@mayfly/contracts";
import pg from "pg";
import { expect, it } from "vitest";
import { lockIsWaitedFor } from "../testing/lock.ts";
import { sharedApp, type TestApp, type TestMember } from "../testing/test_app.ts";

const app = sharedApp({ DATABASE_CONNECTIONS: "10" });

const inbox = { doctype: "Customer Inbox" };
const like = (text: string) => ({ filters: [["subject", "like", `%${text}%`]] });

/** Holds all reading of messages up until it is disposed, so that a call that searches them is as slow as can be. */
async function heldMessages(app: TestApp) {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE customer_inbox");
  return { [Symbol.asyncDispose]: () => client.end() };
}

/** What a dashboard asks for. */
const dashboard = (caller: TestMember) =>
  Promise.all([
    caller.call(resource.list, { doctype: "Email", order_by: "creation desc", limit: 10 }),
    caller.call(reportview.get_count, { doctype: "Email" }),
    caller.call(reportview.get, { doctype: "Notification Log", order_by: "creation desc" }),
    caller.call(stats.get_dashboard_status),
    caller.call(plan.get_stats),
    caller.call(team.get_team_members),
  ]);
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

it("refuses a search that takes too long, and serves colleagues and other calls meanwhile", async () => {
  const admin = await app.member("Administrator");
  const colleague = await app.member("Member", admin.company);
  await using held = await heldMessages(app);
  const worst = [
    admin.call(reportview.get_count, { ...inbox, ...like("a") }),
    admin.call(reportview.get, { ...inbox, order_by: "subject" }),
    admin.call(resource.list, { ...inbox, filters: [["sender", "!=", "a"]] }),
    admin.call(resource.list, { ...inbox, order_by: "modified asc", limit_start: 1_000_000 }),
    admin.call(reportview.get, { ...inbox, filters: [["recipients", "in", ["a@b", "c@d"]]] }),
    admin.call(reportview.get, { ...inbox, q: '"words in this order"' }),
  ];
  // One of a company at once.
  await lockIsWaitedFor(app.rootDb, 1);
  for (const caller of [colleague, admin]) expect(statuses(await dashboard(caller))).toEqual(Array(6).fill(200));
  const { status, body } = await Promise.race(worst);
  expect([status, body.exc_type, body.message]).toEqual([417, "ValidationError", texts.tooSlow]);
  await held[Symbol.asyncDispose]();
  // A busy machine may have refused the rest by now.
  for (const one of statuses(await Promise.all(worst))) expect([200, 417]).toContain(one);
});

it("ends a search in the database too once it has refused it", async () => {
  const admin = await app.member("Administrator");
  await using _held = await heldMessages(app);
  expect((await admin.call(reportview.get_count, { ...inbox, ...like("a") })).status).toBe(417);
  await lockIsWaitedFor(app.rootDb, 0);
});

it("leaves connections to colleagues while one member has many calls under way", async () => {
  const admin = await app.member("Administrator");
  const colleague = await app.member("Member", admin.company);
  await using held = await heldMessages(app);
  const asked = Array.from({ length: 30 }, () => admin.call(reportview.get, inbox));
  await lockIsWaitedFor(app.rootDb, 3);
  expect(statuses(await dashboard(colleague))).toEqual(Array(6).fill(200));
  await lockIsWaitedFor(app.rootDb, 3);
  await held[Symbol.asyncDispose]();
  expect(statuses(await Promise.all(asked))).toEqual(Array(30).fill(200));
});
