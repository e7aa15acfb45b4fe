import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import * as contracts from "@mayfly/contracts";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

/** What the server and the contracts themselves say, the demo company among it. */
const sources = globSync(["packages/contracts/src/**/*.ts", "apps/server/src/**/*.ts", "prisma/*.ts"], { cwd: root })
  .filter((file) => !/\.test\.|\/(?:generated|testing)\//.test(file))
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

const isUsed = (holder: string, key: string) =>
  [`(?<!\\w)${holder}\\s*\\.\\s*${key}\\b`, `\\{[^{}]*\\b${key}\\b[^{}]*\\} = ${holder};`, `(?<!\\w)${holder}\\[`].some(
    (use) => new RegExp(use).test(sources),
  );

it("exports no text and no limit that only the web app uses: those stand in its features", () => {
  const held = Object.entries(contracts).filter(([name]) => /[tT]exts$|^limits$/.test(name));
  expect(held.length).toBeGreaterThan(5);
  const unused = held.flatMap(([name, values]) =>
    Object.keys(values)
      .filter((key) => !isUsed(name, key))
      .map((key) => `${name}.${key}`),
  );
  expect(unused).toEqual([]);
});
