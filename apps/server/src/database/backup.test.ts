import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { ServerProcess } from "../testing/server_process.ts";
import { runningEmbeddedUrl } from "./embedded_postgres.ts";

/** Rows and a hash of all their bytes, by table. */
async function contents(folder: string): Promise<Record<string, { count: number; hash: string }>> {
  const client = new pg.Client({ connectionString: await runningEmbeddedUrl(folder) });
  await client.connect();
  const { rows: tables } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const found: Record<string, { count: number; hash: string }> = {};
  for (const { tablename } of tables) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count, coalesce(md5(string_agg(one::text, '' ORDER BY one::text)), '') AS hash
       FROM "${tablename}" AS one`,
    );
    found[tablename] = rows[0];
  }
  await client.end();
  return found;
}

// As docs/operations.md says: stop, copy the folder, start on the copy.
it("restores the same rows, bytes and demo password from a copy of the data folder", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "mayfly-backup-"));
  const [folder, backup, restored] = ["data", "backup", "restored"].map((name) => path.join(parent, name)) as [
    string,
    string,
    string,
  ];
  // Without quotas, whose counts are written a second later.
  const settings = { PORT: "0", SMTP_PORT: "0", ROLES: "web,smtp", LOG_LEVEL: "warn", RATE_LIMIT_FACTOR: "0" };
  let before: Awaited<ReturnType<typeof contents>>;
  let greeting: string[];
  {
    await using server = await new ServerProcess({ ...settings, DATA_DIR: folder }).ready();
    before = await contents(folder);
    greeting = server.output.match(/Login .*/) ?? [];
    expect(greeting[0]).toMatch(/password \S/);
  }
  await cp(folder, backup, { recursive: true });
  await rm(folder, { recursive: true });

  await cp(backup, restored, { recursive: true });
  {
    await using server = await new ServerProcess({ ...settings, DATA_DIR: restored }).ready();
    expect(await contents(restored)).toEqual(before);
    expect(server.output.match(/Login .*/)?.[0]).toBe(greeting[0]);
  }
  expect(before["customer_inbox"]?.count).toBeGreaterThan(0);
  expect(before["message_source"]?.count).toBeGreaterThan(0);
  await rm(parent, { recursive: true, force: true });
});
