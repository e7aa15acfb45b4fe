import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, inject, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const prisma = (url: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(root, "node_modules/prisma/build/index.js"), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });

async function emptyDatabase() {
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await client.query(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}

it("lead from nothing to schema.prisma, also when three processes start at once", async () => {
  await using database = await emptyDatabase();
  await Promise.all([1, 2, 3].map(() => prisma(database.url, "migrate", "deploy")));
  const drift = ["migrate", "diff", "--from-config-datasource", "--to-schema", "prisma/schema.prisma", "--exit-code"];
  await expect(prisma(database.url, ...drift)).resolves.toMatchObject({
    stdout: expect.stringContaining("No difference"),
  });
}, 60_000);
