import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  needs?: string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  steps?: Step[];
}
interface Workflow {
  permissions?: Record<string, string>;
  concurrency?: { group: string };
  jobs: Record<string, Job>;
}
const names = readdirSync(path.join(root, ".github/workflows"));
const workflows: Record<string, Workflow> = Object.fromEntries(
  names.map((name) => [name, parse(read(`.github/workflows/${name}`))]),
);
const jobs = Object.entries(workflows).flatMap(([name, workflow]) =>
  Object.entries(workflow.jobs).map(([job, given]) => ({ name: `${name} ${job}`, ...given })),
);
const commands = jobs.flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));

it("gives workflows read access, one run at a time, and every job an end", () => {
  for (const [name, { permissions, concurrency }] of Object.entries(workflows)) {
    expect([name, permissions]).toEqual([name, { contents: "read" }]);
    expect(concurrency?.group, name).toContain("github.ref");
  }
  for (const { name, uses, steps = [], ...job } of jobs) {
    expect([name, uses !== undefined || job["timeout-minutes"] !== undefined]).toEqual([name, true]);
    for (const step of steps) expect(step.uses ?? "none@v0", name).toMatch(/^[\w./-]+@v\d+$/);
  }
  const writing = jobs.filter(({ permissions }) => Object.values(permissions ?? {}).includes("write"));
  expect(writing.map(({ name, needs }) => [name, needs])).toEqual([["publish.yml image", "test"]]);
});

it("runs every check and test of `npm test`, in parts", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const called = commands.flatMap((line) => [...line.matchAll(/npm (?:run )?(\w+)/g)].map(([, name = ""]) => name));
  expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(commands.filter((line) => /^npm (run|test)/.test(line))).toEqual([
    "npm run check",
    "npm test -- .test.ts",
    "npm test -- e2e/ --trace retain-on-failure",
  ]);
  expect(read(".ci/run")).toMatch(/^exec npm test$/m);
});

it("keeps the traces of failed browser tests, and publishes no tag that is not the version", () => {
  const kept = workflows["test.yml"]?.jobs["browser"]?.steps?.find(({ uses }) => uses?.includes("upload-artifact"));
  expect(kept).toMatchObject({ if: "failure()", with: { path: "test-results/" } });
  expect(workflows["publish.yml"]?.jobs["test"]?.uses).toBe("./.github/workflows/test.yml");
  expect(commands.join("\n")).toContain(`test "$GITHUB_REF_NAME" = "v$version"`);
  expect(read("CHANGELOG.md")).toContain(`## [${JSON.parse(read("package.json")).version}]`);
});

it("has forms for issues and a configuration of updates that can be read", () => {
  for (const file of readdirSync(path.join(root, ".github/ISSUE_TEMPLATE"))) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${file}`));
    if (file !== "config.yml") expect(form, file).toMatchObject({ name: expect.any(String), body: expect.any(Array) });
  }
  const { version, updates } = parse(read(".github/dependabot.yml"));
  expect(version).toBe(2);
  for (const one of updates) expect(one).toMatchObject({ directory: "/", schedule: { interval: expect.any(String) } });
});
