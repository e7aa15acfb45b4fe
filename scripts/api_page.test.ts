import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { problems } from "@mayfly/contracts";
import { storedKey } from "@mayfly/server/testing/api_client";
import { testApp } from "@mayfly/server/testing/test_app";
import { expect, it } from "vitest";
import { snippetsOf } from "./snippets.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../docs/api.md"), "utf8");

/** The examples of the page in their order: what is run, and what it answers where the page says so. */
function examples(): { command: string; answer?: unknown }[] {
  const found: { command: string; answer?: unknown }[] = [];
  for (const { info, text } of snippetsOf("docs/api.md")) {
    const last = found.at(-1);
    if (info === "sh") found.push({ command: text });
    else if (info === "json" && last) last.answer = JSON.parse(text);
  }
  return found;
}

/** A value without what differs from one run to the next: the names and kinds of its parts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

it("gives examples that work as they stand, and answers that are what the page says", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const admin = await app.member("Administrator");
  const { key } = await storedKey(app.rootDb, { company: admin.company, member: admin.name, label: "docs" });
  const env: Record<string, string> = { ...process.env, MAYFLY_URL: app.url, MAYFLY_KEY: key } as Record<
    string,
    string
  >;
  const answers: string[] = [];
  const [settings, ...others] = examples();
  // What the page sets is set here to the server of the test.
  const names = [...(settings?.command.matchAll(/^export (\w+)=/gm) ?? [])].map(([, name]) => name);
  expect(names).toEqual(["MAYFLY_URL", "MAYFLY_KEY"]);
  for (const { command, answer } of others) {
    const here = command.replace("smtp://localhost:2525", `smtp://127.0.0.1:${app.smtpPort}`);
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", here], { env });
    answers.push(stdout);
    if (!stdout.startsWith("{") || stdout.includes("}{")) continue;
    const body = JSON.parse(stdout);
    if (answer !== undefined) expect(shapeOf(body), command).toEqual(shapeOf(answer));
    else if (!stdout.includes("invalid_key"))
      expect(body, command).not.toHaveProperty("code", expect.stringMatching(/_/));
    // As the reader does.
    if (body.messages?.[0]?.claim) env["CLAIM"] = body.messages[0].claim.claim;
    if (body.data?.[0]?.subject) env["MESSAGE"] = body.data[0].name;
    if (body.next_cursor) env["CURSOR"] = body.next_cursor;
    if (body.name?.startsWith("hook-")) env["WEBHOOK"] = body.name;
  }
  const all = answers.join("\n");
  expect(answers.length).toBeGreaterThan(15);
  expect(all).toContain('"code":"482913"');
  expect(all).toContain("day,task");
  expect(all).toContain('{"deactivated":0,"job":null}');
  expect(answers.at(-1)).toContain("invalid_key");
  expect(await app.rootDb.email.count({ where: { run: "ci/4712" } })).toBe(1);
});

it("lists every code with its status, and no other", () => {
  const rows = [...page.matchAll(/^\| (\d{3}) +\| (.+?) +\|$/gm)].flatMap(([, status, codes = ""]) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(status)]),
  );
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status])),
  );
});
