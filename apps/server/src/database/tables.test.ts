import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Prisma } from "../generated/prisma/client.ts";
import { tables } from "./tables.ts";

const source = path.resolve(import.meta.dirname, "..");
const models = Object.keys(tables) as Prisma.ModelName[];
const columnOf = (model: string) => model.charAt(0).toLowerCase() + model.slice(1);

/** The table of each model, as the schema maps it. */
const schema = readFileSync(path.resolve(source, "../../../prisma/schema.prisma"), "utf8");
const tableOf = new Map(
  [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(([, model = "", body = ""]) => [
    model,
    /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
  ]),
);

/** The product's own files. What makes the demo's company writes all that people would have made. */
async function files(): Promise<string[]> {
  const all: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: source })) {
    if (!/\.test\.ts$|^(generated|testing|demo)\//.test(file)) all.push(file);
  }
  return all.sort();
}

const writing = "create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany";
const reading = "findUnique|findUniqueOrThrow|findFirst|findFirstOrThrow|findMany|count|aggregate|groupBy";

/** How a text uses a table, by Prisma or by SQL. */
function usesOf(text: string, model: string): { writes: boolean; reads: boolean } {
  const table = tableOf.get(model);
  const has = (pattern: string) => new RegExp(pattern).test(text);
  return {
    writes: has(`\\b${columnOf(model)}\\.(${writing})\\(`) || has(`\\b(INSERT INTO|UPDATE|DELETE FROM) "?${table}\\b`),
    reads: has(`\\b${columnOf(model)}\\.(${reading})\\(`) || has(`\\b(FROM|JOIN|USING) "?${table}\\b`),
  };
}

it("names for every table who writes it and who reads it, and for nobody who does not", async () => {
  const seen = new Map<string, Set<string>>();
  const note = (what: string, model: string, folder: string) => {
    const key = `${what} ${model}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(folder));
  };
  for (const file of await files()) {
    const text = readFileSync(path.join(source, file), "utf8");
    for (const model of models) {
      const { writes, reads } = usesOf(text, model);
      if (writes) note("writes", model, path.dirname(file));
      else if (reads) note("reads", model, path.dirname(file));
    }
  }
  for (const model of models) {
    const { owner, writtenBy = [], readBy = [] } = tables[model];
    const writers = [...(seen.get(`writes ${model}`) ?? [])].filter((folder) => folder !== owner);
    expect(writers.sort(), `${model}: who writes it besides ${owner} stands in database/tables.ts`).toEqual(writtenBy);
    const others = [owner, ...writtenBy];
    const readers = [...(seen.get(`reads ${model}`) ?? [])].filter((folder) => !others.includes(folder));
    expect(readers.sort(), `${model}: who reads it stands in database/tables.ts`).toEqual(readBy);
  }
});
