import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { delivering, mail, subscribe } from "../../testing/deliveries.ts";
import { cloneDatabase } from "../../testing/postgres.ts";
import { type TestApp, testApp } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) tells it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

const rows = 50_000;
const growing = new Set(["webhook_delivery", "webhook_attempt", "customer_inbox", "message_source"]);

let app: TestApp;
/** The statements that a server prepares by name to take in mail and deliver it, as it has sent them last. */
const statements = new Map<string, Statement>();
let client: pg.Client;

beforeAll(async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  app = await testApp(delivering);
  const admin = await app.member("Administrator");
  await using receiver = await webhookReceiver(({ path }, response) =>
    response.writeHead(path.endsWith("/broken") ? 500 : 200).end(),
  );
  const names = [await subscribe(admin, receiver.url), await subscribe(admin, `${receiver.url}/broken`)];
  await mail(app, await app.address(admin));
  const attempts = { where: { delivery_row: { webhook: { in: names } } } };
  await vi.waitFor(async () => expect(await app.rootDb.webhookAttempt.count(attempts)).toBe(2));
  for (const [config] of query.mock.calls as unknown as [Statement][]) {
    // The job library's own statement is its own affair, and the search's may come or not.
    if (config.name && !/\/graphile_worker$|^write_words$/.test(config.name)) statements.set(config.name, config);
  }
  query.mockRestore();

  client = new pg.Client({
    connectionString: app.databaseUrl,
    options: "-c plan_cache_mode=force_generic_plan -c search_path=public -c timezone=UTC",
  });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app[Symbol.asyncDispose]();
});

/** A webhook whose deliveries are all due, and as many messages and attempts. */
async function fill() {
  const [{ webhook, company }] = (
    await client.query<{ webhook: string; company: string }>("SELECT name AS webhook, company FROM webhook LIMIT 1")
  ).rows as [{ webhook: string; company: string }];
  await client.query(
    `WITH added AS (
      INSERT INTO webhook_delivery (name, company, webhook, event, message, next_attempt)
      SELECT gen_random_uuid(), $1, $2, 'email.received', gen_random_uuid(), now() - interval '1 hour'
      FROM generate_series(1, ${rows}) RETURNING name
    ) INSERT INTO webhook_attempt (delivery, attempt, duration, answer) SELECT name, 1, 1, '' FROM added`,
    [company, webhook],
  );
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL";
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`;
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(",")}]::uuid[]`;
  return pg.escapeLiteral(String(value));
};

/** How many rows each scan of a growing table has read, by its node of the plan. */
function read(node: PlanNode): { scan: string; rows: number }[] {
  const below = (node.Plans ?? []).flatMap(read);
  const table = node["Relation Name"];
  if (table === undefined || !growing.has(table) || !node["Node Type"].includes("Scan")) return below;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return [
    { scan: `${node["Node Type"]} of ${table}`, rows: (node["Actual Rows"] + removed) * node["Actual Loops"] },
    ...below,
  ];
}

async function readBy({ name, values }: Statement) {
  await client.query("BEGIN");
  // The message is stored again, under the same name.
  if (name === "insert_group") await client.query("DELETE FROM customer_inbox");
  if (name === "insert_group") await client.query("DELETE FROM message_source");
  const given = values === undefined ? "" : `(${values.map(literal).join(", ")})`;
  const { rows: answer } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}${given}`);
  await client.query("ROLLBACK");
  return read(answer[0]["QUERY PLAN"][0].Plan);
}

it("reads no growing table whole, whenever a statement was planned without its values", async () => {
  expect([...statements.keys()].sort()).toEqual([
    "claim_deliveries",
    "enqueue_deliveries",
    "insert_group",
    "newest_name",
    "record_attempts",
  ]);
  for (const { name, text } of statements.values()) await client.query(`PREPARE ${name} AS ${text}`);
  const check = async () => {
    for (const statement of statements.values()) {
      const scans = await readBy(statement);
      expect(scans.filter((one) => one.rows > 1_000)).toEqual([]);
    }
  };
  // Planned while the tables are nearly empty, as right after an installation; and again once Postgres knows their size.
  await check();
  await fill();
  await check();
  await client.query("VACUUM ANALYZE webhook_delivery, webhook_attempt");
  await check();
});

describe("a claim", () => {
  const [companies, each, due] = [200, 100, 200];
  /** To a database of its own, where no courier takes what the claims are to find. */
  let claims: pg.Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await cloneDatabase(inject("templateUrl"));
    ({ drop } = database);
    claims = new pg.Client({ connectionString: database.url, options: "-c search_path=public -c timezone=UTC" });
    await claims.connect();
    await claims.query(`PREPARE claim_deliveries AS ${statements.get("claim_deliveries")?.text}`);
  });
  afterAll(async () => {
    await claims.end();
    await drop();
  });

  // As the courier's own connections are.
  const byIndex = ["seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort"].map((way) => `SET enable_${way} = off;`);

  /** Buffers that claiming 50 deliveries reads, by whether it is planned without its values. */
  async function buffers() {
    const slots = ["50", "10", "'{}'", "200", "'{}'"];
    const given = [
      "now()",
      "now() + interval '30 seconds'",
      ...slots,
      "'00000000-0000-0000-0000-000000000000'",
      "'{}'",
    ];
    const read: number[] = [];
    for (const mode of ["force_generic_plan", "force_custom_plan"]) {
      await claims.query(`SET plan_cache_mode = ${mode}`);
      await claims.query("BEGIN");
      const { rows } = await claims.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE claim_deliveries(${given.join(", ")})`,
      );
      const { rows: left } = await claims.query(
        "SELECT count(*)::int AS claimed FROM webhook_delivery WHERE next_attempt = now() + interval '30 seconds'",
      );
      await claims.query("ROLLBACK");
      expect(left).toEqual([{ claimed: 50 }]);
      const { "Shared Hit Blocks": hit, "Shared Read Blocks": fromDisk } = rows[0]["QUERY PLAN"][0].Plan;
      read.push(hit + fromDisk);
    }
    await claims.query("RESET plan_cache_mode");
    return read;
  }

  it("reads as much beside 20,000 webhooks that wait, or are due, as beside 200, whatever Postgres knows of the table", async () => {
    await claims.query(`${byIndex.join("")} SET jit = off; TRUNCATE webhook_delivery CASCADE`);
    await claims.query("VACUUM ANALYZE webhook_delivery");
    await claims.query(`
      WITH added AS (
        INSERT INTO company (name, company_name, company_size, industry, company_website, company_phone)
        SELECT gen_random_uuid(), 'C', '', '', '', '' FROM generate_series(1, ${companies}) RETURNING name)
      INSERT INTO webhook (name, company, owner, url, event)
      SELECT 'hook-' || md5(name || '-' || no), name, 'somebody', 'https://a.example/', 'email.received'
      FROM added, generate_series(1, ${each}) AS no`);
    const deliver = (when: string, queued: boolean, limit: number) =>
      claims.query(`
        INSERT INTO webhook_delivery (name, company, webhook, event, next_attempt, queued)
        SELECT gen_random_uuid(), company, name, event, now() ${when}, ${queued}
        FROM (SELECT * FROM webhook WHERE name LIKE 'hook-%' AND owner = 'somebody' ORDER BY name LIMIT ${limit}) AS one`);
    await deliver("- interval '1 minute'", true, due);
    const few = Math.max(...(await buffers()));
    await deliver("+ interval '1 hour'", false, companies * each);
    const beside = await buffers();
    await deliver("- interval '2 minutes'", true, companies * each);
    const stale = await buffers();
    await claims.query("VACUUM ANALYZE webhook_delivery");
    for (const read of [...beside, ...stale, ...(await buffers())]) expect(read).toBeLessThan(2 * few);
  });
});
