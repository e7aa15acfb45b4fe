import { plan, type Role, reportview, resource, resources, stats, team, texts } from "@mayfly/contracts";
import pg from "pg";
import { expect, it } from "vitest";
import { type ApiClient, apiClient } from "../testing/api_client.ts";
import { lockIsWaitedFor } from "../testing/lock.ts";
import { type Answer, sharedApp, type TestMember } from "../testing/test_app.ts";

const app = sharedApp({ DATABASE_CONNECTIONS: "10" });

const inbox = { doctype: "Customer Inbox" };
const { emails, messages } = resources;
const like = (text: string) => ({ filters: [["subject", "like", `%${text}%`]] });

/** Holds all reading of tables up until it is disposed, so that a call that searches them is as slow as can be. */
async function lockedTables(tables: string) {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${tables}`);
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
  await using held = await lockedTables("customer_inbox");
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
  await using _held = await lockedTables("customer_inbox");
  expect((await admin.call(reportview.get_count, { ...inbox, ...like("a") })).status).toBe(417);
  await lockIsWaitedFor(app.rootDb, 0);
});

it("leaves connections to colleagues while one member has many calls under way", async () => {
  const admin = await app.member("Administrator");
  const colleague = await app.member("Member", admin.company);
  await using held = await lockedTables("customer_inbox");
  const asked = Array.from({ length: 30 }, () => admin.call(reportview.get, inbox));
  await lockIsWaitedFor(app.rootDb, 3);
  expect(statuses(await dashboard(colleague))).toEqual(Array(6).fill(200));
  await lockIsWaitedFor(app.rootDb, 3);
  await held[Symbol.asyncDispose]();
  // A busy machine may have refused the first of them by now.
  const answered = statuses(await Promise.all(asked));
  expect(answered).toContain(200);
  for (const one of answered) expect([200, 503]).toContain(one);
});

/** Lists of mail and of addresses, on each wire. */
const lists: [
  what: string,
  role: Role,
  ask: (caller: { member: TestMember; client: ApiClient; address: string }) => Promise<Answer>,
][] = [
  ["all mail", "Administrator", ({ member }) => member.call(reportview.get, inbox)],
  ["all mail of a Member", "Member", ({ member }) => member.call(reportview.get, inbox)],
  ["mail of an address", "Administrator", ({ member, address }) => member.call(reportview.get, mailOf(address))],
  ["addresses", "Administrator", ({ member }) => member.call(resource.list, { doctype: "Email" })],
  ["all mail, by key", "Administrator", ({ client }) => client.call(messages.list)],
  ["all mail of a Member, by key", "Member", ({ client }) => client.call(messages.list)],
  ["found mail, by key", "Administrator", ({ client }) => client.call(messages.list, { q: "welcome" })],
  ["addresses, by key", "Member", ({ client }) => client.call(emails.list)],
  ["mail of an address, by key", "Member", ({ client, address }) => client.call(emails.messages, { id: address })],
  ["attempts, by key", "Administrator", ({ client, address }) => client.call(emails.attempts, { id: address })],
  ["mail of an address, by an agent", "Administrator", ({ client, address }) => callTool(client, address)],
];

const mailOf = (address: string) => ({ ...inbox, filters: [["recipients", "=", address]] });
const callTool = ({ fetch }: ApiClient, address: string) =>
  fetch("/mcp", {
    method: "POST",
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "list_messages", arguments: { address } },
    }),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  });

it("refuses each list, on every wire, while its table is locked (J14)", async () => {
  const asked = await Promise.all(
    lists.map(async ([what, role, ask]) => {
      const member = await app.member(role, (await app.member("Administrator")).company);
      return [what, ask, { member, client: await apiClient(app, member), address: await app.address(member) }] as const;
    }),
  );
  await using _held = await lockedTables("customer_inbox, email, smtp_attempt, message_search");
  const told = asked.map(async ([what, ask, caller]) => {
    const { status, body } = await ask(caller);
    return [what, body.result?.isError ? 503 : status];
  });
  const isSlow = (what: string) => what.startsWith("all mail of a Member");
  const restOf = (what: string) => (what.endsWith("by key") ? 422 : 417);
  const expected = lists.map(([what]) => [what, isSlow(what) ? restOf(what) : 503]);
  expect(await Promise.all(told)).toEqual(expected);
});
