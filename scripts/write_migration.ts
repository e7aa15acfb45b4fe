// Writes a migration with the difference between what the migrations make and prisma/schema.prisma. The migrations are
// applied to a Postgres of its own, which is thrown away: no database of yours is touched, and nothing is downloaded.
import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@mayfly/server/database/embedded_postgres";
import { migrate } from "@mayfly/server/database/migrate";

const root = path.resolve(import.meta.dirname, "..");
const { pino } = createRequire(path.join(root, "apps/server/package.json"))("pino");

const [name = "", ...surplus] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(name) || surplus.length > 0) {
  console.error("Give the migration a name of small letters, digits and _: npm run migration -- message_size");
  process.exit(2);
}

const sql = await difference();
const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const file = `prisma/migrations/${timestamp}_${name}/migration.sql`;
await mkdir(path.dirname(path.join(root, file)));
await writeFile(path.join(root, file), sql ?? "");
console.log(sql === undefined ? `${file} is empty: the schema has not changed. Write the statements into it.` : file);

/** @returns the statements; undefined if there is no difference */
async function difference(): Promise<string | undefined> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "mayfly-migration-"));
  const log = pino({ level: "silent" });
  const postgres = await startEmbeddedPostgres({ folder: folder.path, log, durable: false });
  try {
    await migrate(root, postgres.url);
    const sides = ["--from-config-datasource", "--to-schema", "prisma/schema.prisma"];
    const args = ["node_modules/prisma/build/index.js", "migrate", "diff", ...sides, "--script", "--exit-code"];
    const env = { ...process.env, DATABASE_URL: postgres.url };
    return await promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
      () => undefined,
      (failure) => {
        // 2 says that they differ (`prisma migrate diff --help`).
        if (failure.code === 2) return failure.stdout;
        throw failure;
      },
    );
  } finally {
    await postgres.stop();
  }
}
