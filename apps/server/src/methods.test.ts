import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { calls } from "./methods.ts";

const ofTheWebApp = calls.filter(({ contract }) => contract.wire === "frappe");
const ofRest = calls.filter(({ contract }) => contract.wire === "rest");
const root = path.resolve(import.meta.dirname, "../../..");
const fileOf = (feature: string, name: string) =>
  ["features", "frappe"]
    .map((folder) => path.join(import.meta.dirname, folder, feature, `${name}.ts`))
    .find((file) => existsSync(file));

describe.each(ofTheWebApp)("$group $name", ({ group, name, contract, work }) => {
  it("has a handler of the same name in a file of the same name", async () => {
    const file = fileOf(group, name);
    expect(file, `a file ${group}/${name}.ts`).toBeDefined();
    const module = await import(file ?? "");
    expect(module[name]).toBe(work);
  });

  it("has a test beside it", () => {
    expect(existsSync(fileOf(group, name)?.replace(/\.ts$/, ".test.ts") ?? "")).toBe(true);
  });

  it("has a path that ends with its name, or one of a resource", () => {
    if (contract.path.startsWith("/api/method/")) expect(contract.path.split(/[./]/).at(-1)).toBe(name);
    else expect(contract.path).toMatch(/^\/api\/resource\//);
  });
});

describe.each(ofRest)("$contract.verb $contract.path", ({ group, name, contract, work }) => {
  it("has a handler named by its verb in the file of its path, with a test beside it", async () => {
    const file = path.join(import.meta.dirname, "rest/v1", `${group}.ts`);
    expect((await import(file))[name]).toBe(work);
    expect(existsSync(file.replace(/\.ts$/, ".test.ts"))).toBe(true);
    expect(contract.path).toMatch(new RegExp(`^/api/v1/${group}(/|$)`));
  });
});

it.each(ofRest.filter((call) => "repeat" in call))(
  "$contract.verb $contract.path keeps no records for its Idempotency-Key, but how they are read again (threat 60)",
  ({ contract, repeat }) => {
    const answersNothing = (contract.output as z.ZodMiniType).safeParse(undefined).success;
    expect(answersNothing || repeat !== undefined, "its handler is to be repeatable(…): see CONTRIBUTING.md").toBe(
      true,
    );
  },
);

it("documents every call, and no other, with who may make it and its fields in docs/calls.md", () => {
  const page = readFileSync(path.join(root, "docs/calls.md"), "utf8");
  // Fields that one line does not hold go on in a row without a call.
  const rows = [
    ...page.matchAll(/^\| `((?:GET|POST) [^`]+)` +\| ([\w, ]+?) +((?:\|[^|\n]*\|)(?:\n\| +\| +\|[^|\n]*\|)*)/gm),
  ];
  const told = rows.map(([, call, who, fields = ""]) => [call, who, ...fields.replace(/[`|\n]/g, " ").split(" ")]);
  const expected = ofTheWebApp.map(({ contract: { verb, path, access, plan, input } }) => [
    `${verb} ${path}`,
    plan ? `${access}, plan` : access,
    ...Object.entries((input as z.ZodMiniObject<Record<string, z.ZodMiniType>>).shape).map(
      ([name, field]) => `${name}${field.safeParse(undefined).success ? "?" : ""}`,
    ),
  ]);
  expect(told.map((row) => row.filter((word) => word !== "")).sort()).toEqual(expected.sort());
});

describe("the source tree", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => !/(^|\/)(node_modules|\.git|dist|generated|\.data|\.turbo)(\/|$)/.test(file))
    .map((file) => file.replaceAll("\\", "/"));

  it("has no files or folders named utils, helpers, services, common, misc or lib", () => {
    const vague = /(^|\/)(utils?|helpers?|services?|common|misc|lib)(\/|\.tsx?$)/;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
  });

  it("reads the server's environment only in config.ts", () => {
    const readers = files
      .filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
      .filter((file) => readFileSync(path.join(root, file), "utf8").includes("process.env"));
    expect(readers).toEqual(["apps/server/src/config.ts"]);
  });
});
