import { type Contract, email, limits, plan, reportview, resource, stats, team } from "@mayfly/contracts";
import { call } from "./call.ts";
import { createAccount, createMember, logIn, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { spread } from "./statistics.ts";
import { fillInbox, measureBeside } from "./worst_calls.ts";

const fields = '["name","email_name","expiry","reason","visibility","is_active","creation","owner"]';

/** Lists and searches of a large company, and a colleague's dashboard beside the worst calls. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { addresses: 10_000, members: 200, calls: 200, messages: 1_000_000 });
  const server = await startMayfly("company");
  const { company, administrator, member } = await fill(server, settings);
  const { rootDb } = server;
  const own = await rootDb.email.count({ where: { OR: [{ owner: member }, { visibility: "Public" }] } });
  const people = {
    administrator: { cookie: await logIn(rootDb, administrator), addresses: settings.addresses },
    member: { cookie: await logIn(rootDb, member), addresses: own },
  };

  const list = (start: number, search?: string) => ({
    ...{ doctype: "Email", fields, order_by: "creation desc", limit_page_length: 5, limit_start: start },
    ...(search && { filters: JSON.stringify([["email_name", "like", `%${search}%`]]) }),
  });
  const count = (search: string) => ({
    doctype: "Email",
    filters: [["email_name", "like", `%${search}%`]],
    limit: limits.count,
  });
  const casesOf = (addresses: number): [title: string, contract: Contract, input: object][] => [
    ["addresses, first page", resource.list, list(0)],
    ["addresses, last page", resource.list, list(addresses - 5)],
    ["addresses, search for many", resource.list, list(0, "a1")],
    ["addresses, search for one", resource.list, list(0, `a${settings.addresses - 1}@`)],
    ["addresses, search for none", resource.list, list(0, "nothing")],
    ["addresses, count", reportview.get_count, { doctype: "Email", limit: limits.count }],
    ["addresses, count of a search", reportview.get_count, count("a1")],
    ["addresses, count of none", reportview.get_count, count("nothing")],
    ["members, first page", team.get_team_members, { start: 0, limit: 5 }],
    ["members, last page", team.get_team_members, { start: settings.members - 5, limit: 5 }],
    ["statistics of the plan", plan.get_stats, {}],
    ["dashboard's numbers", stats.get_dashboard_status, {}],
    ["domains to choose from", email.get_company_domains, {}],
    [
      "notifications",
      reportview.get,
      { doctype: "Notification Log", fields: '["*"]', order_by: "creation desc", page_length: 20 },
    ],
  ];
  const results = [];
  for (const [who, { cookie, addresses }] of Object.entries(people)) {
    for (const [title, contract, input] of casesOf(addresses)) {
      for (let at = 0; at < 30; at += 1) await call({ url: server.url, cookie }, contract, input);
      const times: number[] = [];
      for (let at = 0; at < settings.calls; at += 1) {
        const begin = performance.now();
        await call({ url: server.url, cookie }, contract, input);
        times.push(performance.now() - begin);
      }
      results.push({ title: `${title} (${who})`, ...spread(times) });
    }
  }
  printTable(
    `A company with ${settings.addresses} addresses and ${settings.members} members, ms`,
    ["", "p50", "p95"],
    results.map(({ title, p50, p95 }) => [title, round(p50), round(p95)]),
  );

  const address = "a0@mayfly.test";
  await fillInbox(server, { company, owner: administrator, address, messages: settings.messages });
  const [worst, colleague] = [people.administrator, people.member].map(({ cookie }) => ({ url: server.url, cookie }));
  const beside = worst && colleague ? await measureBeside(worst, colleague, address) : [];
  printTable(
    `A Member's dashboard beside five calls of an Administrator among ${settings.messages} messages, ms`,
    ["", "p50", "p95", "p50 of the call", "its statuses"],
    beside.map(({ title, dashboard: { p50, p95 }, call: of, statuses }) => [
      ...[title, round(p50), round(p95), round(of)],
      Object.entries(statuses)
        .map(([status, times]) => `${times} x ${status}`)
        .join(", "),
    ]),
  );
  printGoals([
    { what: "slowest p95, ms", value: Math.max(...results.map(({ p95 }) => p95)), below: 30 },
    {
      what: "slowest p95 of the dashboard beside, ms",
      value: Math.max(...beside.map(({ dashboard }) => dashboard.p95)),
      below: 200,
    },
  ]);
  await saveResult("company", { settings, results, beside });
  return true;
}

async function fill({ rootDb }: Mayfly, { addresses, members }: { addresses: number; members: number }) {
  const { company, owner: administrator } = await createAccount(rootDb, "bench");
  const names: string[] = [];
  for (let at = 1; at < members; at += 1) {
    names.push(await createMember(rootDb, company, `member-${at}@bench.example`, "Member"));
  }
  const [member = administrator] = names;
  const begin = Date.now() - addresses * 1000;
  await rootDb.email.createMany({
    data: Array.from({ length: addresses }, (_, at) => ({
      ...{ email_name: `a${at}@mayfly.test`, domain_name: "mayfly.test", company },
      owner: names[at % names.length] ?? administrator,
      visibility: at % 3 === 0 ? ("Public" as const) : ("Private" as const),
      creation: new Date(begin + at * 1000),
    })),
  });
  await rootDb.notificationLog.createMany({
    data: Array.from({ length: 5_000 }, (_, at) => ({
      ...{ company, type: "Emails", document_type: "Email", document_name: "x", subject: "Email created" },
      email_content: `Somebody created address ${at}.`,
      for_user: at % 2 === 0 ? administrator : member,
    })),
  });
  await rootDb.$executeRaw`ANALYZE`;
  return { company, administrator, member };
}
