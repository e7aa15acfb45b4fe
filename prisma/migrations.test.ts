import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { migrate } from "../apps/server/src/database/migrate.ts";

const root = path.resolve(import.meta.dirname, "..");
const prisma = (url: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(root, "node_modules/prisma/build/index.js"), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });

/** The name of a database that is not there, and nothing of what is made of it afterwards. */
async function noDatabase() {
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}

/** That a database is as schema.prisma says. */
async function expectNoDrift(url: string) {
  const drift = ["migrate", "diff", "--from-config-datasource", "--to-schema", "prisma/schema.prisma", "--exit-code"];
  await expect(prisma(url, ...drift)).resolves.toMatchObject({ stdout: expect.stringContaining("No difference") });
}

it("lead from nothing to schema.prisma, also when three processes start at once", async () => {
  await using database = await noDatabase();
  await Promise.all([1, 2, 3].map(() => migrate(root, database.url)));
  await expectNoDrift(database.url);

  // What the first day's version made.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    DELETE FROM _prisma_migrations WHERE migration_name = '20261122160000_inbox_pages';
    DROP INDEX customer_inbox_page, customer_inbox_company_page;
    CREATE INDEX customer_inbox_company_modified_name_idx ON customer_inbox (company, modified DESC, name DESC);`);
  await client.end();
  await migrate(root, database.url);
  await expectNoDrift(database.url);
}, 60_000);

it("are tried again when another process makes the database first, and not when they are wrong", async () => {
  await using database = await noDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-migrate-"));
  const build = path.join(folder, "node_modules/prisma/build");
  await mkdir(path.join(folder, "prisma/migrations/one"), { recursive: true });
  await mkdir(build, { recursive: true });
  /** Prisma's command, which says this at its next try, and has done its work at the one after. */
  const deploys = (complaint: string) =>
    writeFile(
      path.join(build, "index.js"),
      `require("node:fs").writeFileSync(__filename, ""); console.error("${complaint}"); process.exitCode = 1;`,
    );
  await deploys("P3018");
  await expect(migrate(folder, database.url)).rejects.toThrow("The database cannot be brought up to date: P3018");
  await deploys("P1009");
  // The tables are there then, as far as it can tell, and those of the jobs come next.
  await expect(migrate(folder, database.url)).rejects.toThrow(/database "test_\w+" does not exist/);
  await rm(folder, { recursive: true });
});
