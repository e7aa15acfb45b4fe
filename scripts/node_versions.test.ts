import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const { engines, devDependencies } = JSON.parse(read("package.json"));
const major = (version: string) => version.split(".")[0];

it("names one version of Node wherever the packages run, and one oldest version that may start them", () => {
  expect(process.version).toBe(`v${devDependencies.node}`);
  expect(parse(read("pnpm-workspace.yaml")).nodeVersion).toBe(devDependencies.node);
  const images = [...read("Dockerfile").matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version);
  expect(images).toEqual([major(devDependencies.node), major(devDependencies.node)]);
  expect(major(devDependencies["@types/node"])).toBe(major(devDependencies.node));
  expect(read(".nvmrc").trim()).toBe(major(devDependencies.node));
  const workflow = parse(read(".github/workflows/test.yml"));
  const given = Object.values<{ steps: { uses?: string; with?: object }[] }>(workflow.jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@")).map((step) => step.with),
  );
  expect(given.length).toBeGreaterThan(0);
  for (const one of given) expect(one).toEqual({ "node-version-file": ".nvmrc" });
  expect(engines.node).toMatch(/^>=\d+$/);
  expect(read("README.md")).toContain(`Node ${engines.node.slice(2)} or later`);
});

interface Locked {
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

// pnpm leaves out optional packages, without a word, if their `engines` are not for the Node that it takes for ours.
it("has installed every package of the lock file that is made for this platform", () => {
  const { packages }: { packages: Record<string, Locked> } = parse(read("pnpm-lock.yaml"));
  const isFor = (names: string[] | undefined, own: string) => names === undefined || names.includes(own);
  const { header } = process.report.getReport() as { header: object };
  const family = "glibcVersionRuntime" in header ? "glibc" : "musl";
  const ours = Object.entries(packages).filter(
    ([, { os, cpu, libc }]) =>
      (os ?? cpu ?? libc) && isFor(os, process.platform) && isFor(cpu, process.arch) && isFor(libc, family),
  );
  expect(ours.length).toBeGreaterThan(10);
  const missing = ours
    .map(([name]) => name)
    .filter((name) => !existsSync(path.join(root, "node_modules/.pnpm", name.replaceAll("/", "+"))));
  expect(missing).toEqual([]);
});
