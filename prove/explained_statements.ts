// Loaded into a server (node --import) by the proof `plans`: before every statement that the server sends, Postgres runs and
// explains it in the same session, with a custom and a generic plan, and undoes it. What it read is appended to a file.
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import pg from "pg";
import { type Explained, lineOf } from "./explained.ts";

// Its types do not tell of this part of pg.
const { prepareValue } = createRequire(import.meta.url)("pg/lib/utils.js") as {
  prepareValue(value: unknown): string | Buffer | null;
};
const file = process.env["EXPLAINED_STATEMENTS"];
const explained = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
const query = pg.Client.prototype.query as unknown as (this: pg.Client, ...given: unknown[]) => unknown;

/** A value as the text that Postgres reads it from. */
function literal(value: unknown): string | null {
  const prepared = prepareValue(value);
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString("hex")}` : prepared;
}

/** The connections whose statements have a deadline of their own: all of them, or those of a transaction. */
const slow = new WeakSet<pg.Client>();
const bounded = new WeakSet<pg.Client>();

function explain(client: pg.Client, text: string, values: unknown[]) {
  const given = [text, values.map(literal)];
  const asked = { text: "SELECT prove_explain($1, $2) AS plans", values: given };
  (query.call(client, asked) as Promise<pg.QueryResult<{ plans: Explained }>>).then(
    // At once, so that the file has it before the caller has an answer.
    ({ rows }) => appendFileSync(file ?? "", lineOf(text, rows[0]?.plans ?? {}, slow.has(client))),
    // In a transaction that has failed, the server's own statement fails as well.
    () => undefined,
  );
}

if (file !== undefined) {
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, config: string | pg.QueryConfig, ...more: unknown[]) {
      const text = typeof config === "string" ? config : config.text;
      const values = Array.isArray(more[0]) ? more[0] : typeof config === "string" ? [] : (config.values ?? []);
      if (/set_config\('statement_timeout'/.test(text) && !slow.has(this)) bounded.add(this);
      if (/statement_timeout/.test(text)) slow.add(this);
      if (explained.test(text)) explain(this, text, values);
      if (/^(?:COMMIT|ROLLBACK)/.test(text) && bounded.delete(this)) slow.delete(this);
      return query.call(this, config, ...more);
    },
  });
}
