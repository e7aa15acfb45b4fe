import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { jobs } from "./jobs.ts";

it("lists every job that the features define", () => {
  const cwd = path.resolve(import.meta.dirname, "../features");
  const texts = globSync("**/*.ts", { cwd, exclude: ["**/*.test.ts"] }).map((file) =>
    readFileSync(path.join(cwd, file), "utf8"),
  );
  const names = texts.flatMap((text) => [...text.matchAll(/\b(?:job|mailJob)\(\s*"([^"]+)"/g)].map(([, name]) => name));
  expect(jobs.map(({ name }) => name).sort()).toEqual(names.sort());
});
