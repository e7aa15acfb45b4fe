import { type Contract, email, plan, reportview, resource, stats, team } from "@mayfly/contracts";
import pg from "pg";
import { type Caller, call, send } from "./call.ts";
import type { Mayfly } from "./mayfly.ts";
import { percentile, spread } from "./statistics.ts";

/** How many worst calls one member has under way. */
const atOnce = 5;
/** How long a dashboard is measured beside each. Milliseconds. */
const caseMilliseconds = 8_000;

/** Gives an address of a company messages that came every ten seconds, the last just now. */
export async function fillInbox(
  { databaseUrl }: Mayfly,
  { company, owner, address, messages }: { company: string; owner: string; address: string; messages: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off");
    const batch = 50_000;
    for (let from = 1; from <= messages; from += batch) {
      await client.query(fillBatch, [company, owner, address, from, Math.min(messages, from + batch - 1), messages]);
    }
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

// Lists never read a source, so that all messages may have the same one, which is not there.
const fillBatch = `
  INSERT INTO customer_inbox (
    name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
  SELECT uuidv7(at - now()), $1, $2, 'Private', $3, '00000000-0000-0000-0000-000000000000', 'sender@elsewhere.example',
    'Sender ' || no || ' <sender@elsewhere.example>', 'Message ' || no,
    rpad('', 200, 'Message ' || no || ', and some more text of it. '), at, at
  FROM (
    SELECT no, now() - ($6::bigint - no) * interval '10 seconds' AS at FROM generate_series($4::bigint, $5::bigint) AS no
  ) AS given`;

type Call = [title: string, contract: Contract, input: object];

const mail = { doctype: "Customer Inbox" };
const absent = "%no such text%";

/** The calls that take longest: no index finds what they ask for, or they ask for much. */
const worstCalls = (address: string): Call[] => [
  ["count, like", reportview.get_count, { ...mail, filters: [["subject", "like", absent]] }],
  [
    "count, several like",
    reportview.get_count,
    { ...mail, filters: ["sender", "subject", "preview", "code"].map((field) => [field, "like", absent]) },
  ],
  ["count, !=", reportview.get_count, { ...mail, filters: [["mail_from", "!=", "sender@elsewhere.example"]] }],
  ["page, like", reportview.get, { ...mail, filters: [["preview", "like", absent]] }],
  ["page, in", resource.list, { ...mail, filters: JSON.stringify([["recipients", "in", [address, "x@y"]]]) }],
  ["page, order by subject", resource.list, { ...mail, order_by: "subject" }],
  ["page, order by two", reportview.get, { ...mail, order_by: "preview desc, sender", page_length: 1_000 }],
  ["page, oldest first, far down", reportview.get, { ...mail, order_by: "modified asc", start: 10_000_000 }],
  ["page, far down", reportview.get, { ...mail, order_by: "modified desc", start: 900_000, page_length: 1_000 }],
  ["page of 1,000, all columns stored", reportview.get, { ...mail, fields: stored, page_length: 1_000 }],
  ["addresses, like", resource.list, { doctype: "Email", filters: JSON.stringify([["reason", "like", absent]]) }],
  ["addresses, order by reason", resource.list, { doctype: "Email", order_by: "reason", limit: 1_000 }],
  [
    "notifications, like",
    reportview.get,
    { doctype: "Notification Log", filters: [["email_content", "like", absent]] },
  ],
];

const stored = ["name", "owner", "creation", "modified", "sender", "mail_from", "recipients", "subject", "preview"];

/** What the dashboard's first page requests. */
const dashboard: [Contract, object][] = [
  [stats.get_dashboard_status, {}],
  [plan.get_stats, {}],
  [plan.get_company_plan, {}],
  [team.get_team_members, { start: 0, limit: 5 }],
  [email.get_company_domains, {}],
  [resource.list, { doctype: "Email", fields: '["*"]', order_by: "creation desc", limit_page_length: 10 }],
  [reportview.get_count, { doctype: "Email", limit: 1001 }],
  [reportview.get, { doctype: "Notification Log", fields: '["*"]', order_by: "creation desc", page_length: 20 }],
];

async function showDashboard(colleague: Caller): Promise<number> {
  const begin = performance.now();
  await Promise.all(dashboard.map(([contract, input]) => call(colleague, contract, input)));
  return performance.now() - begin;
}

export interface Beside {
  title: string;
  /** How often each status answered the worst call, and its p50 in milliseconds. */
  statuses: Record<string, number>;
  call: number;
  /** Milliseconds of a whole dashboard. */
  dashboard: ReturnType<typeof spread>;
}

/** Measures a colleague's dashboard, alone and beside each of the worst calls, of which one member has five under way. */
export async function measureBeside(member: Caller, colleague: Caller, address: string): Promise<Beside[]> {
  const results: Beside[] = [];
  for (const [title, contract, input] of [["nothing", reportview.get, {}] as Call, ...worstCalls(address)]) {
    let over = false;
    const statuses: Record<string, number> = {};
    const calls: number[] = [];
    const ask = async () => {
      while (!over) {
        const begin = performance.now();
        const response = await send(member, contract, input);
        await response.arrayBuffer();
        calls.push(performance.now() - begin);
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      }
    };
    const asked = title === "nothing" ? [] : Array.from({ length: atOnce }, ask);
    const times: number[] = [];
    for (const end = performance.now() + caseMilliseconds; performance.now() < end; ) {
      times.push(await showDashboard(colleague));
    }
    over = true;
    await Promise.all(asked);
    results.push({ title, statuses, call: percentile(calls, 0.5), dashboard: spread(times) });
  }
  return results;
}
