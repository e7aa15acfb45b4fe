import { execFile } from "node:child_process";
import crypto from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { resources } from "@mayfly/contracts";
import { apiClient } from "@mayfly/server/testing/api_client";
import { sharedApp } from "@mayfly/server/testing/test_app";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLinesOf, pages, type Snippet, snippetsOf } from "./snippets.ts";

const root = path.resolve(import.meta.dirname, "..");
const execute = promisify(execFile);

/** Which test runs which blocks of which page: by what stands after the fence. */
const runBy: [page: string, info: RegExp, test: string][] = [
  ["docs/api.md", /^(sh|json)$/, "scripts/api_page.test.ts"],
  ["docs/testing.md", /^(sh|json mcp.json)$/, "scripts/testing_page.test.ts"],
  ["docs/testing.md", /^\w+ (\.gitlab-ci.yml|\.github\/workflows\/test.yml)$/, "scripts/testing_page.test.ts"],
  ["docs/testing.md", /^\w+ (cypress|playwright)\.config\.ts$/, "scripts/testing_page.test.ts"],
  ["docs/testing.md", /^\w+ (cypress\/e2e\/)?(test_)?sign_up\.[\w.]+$/, "scripts/testing_page.test.ts"],
  ["docs/testing.md", /^\w+ (conftest\.py|command\.sh)$/, "scripts/testing_page.test.ts"],
  ["packages/client/README.md", /^(sh|ts)$/, "packages/client/package.test.ts"],
  ["docs/calls.md", /^(sh|js)$/, "scripts/snippets.test.ts"],
  ["docs/webhooks.md", /^(js|python)$/, "scripts/snippets.test.ts"],
  ["README.md", /^sh$/, "scripts/snippets.test.ts"],
];

/** What cannot be run here, and why. */
const notRun: [page: string, what: RegExp, why: string][] = [
  [
    "docs/webhooks.md",
    /^(go|http)\n/,
    "Go is not here; the request is Mayfly's own, and webhook.test.ts knows its headers",
  ],
  ["docs/operations.md", /docker /, "no Docker engine runs here: image.test.ts and compose.test.ts do what it would"],
  ["docs/operations.md", /^sql\n\s*ALTER DATABASE/, "a database that others share must stay as it is"],
  ["docs/operations.md", /pg_dump/, "the embedded Postgres brings no pg_dump"],
  ["docs/calls.md", /^(http|json)\n/, "an example of a call's form; methods.test.ts compares names and fields"],
  ["docs/architecture.md", /^\n/, "a drawing"],
  ["docs/api.md", /^\nRateLimit/, "headers of an answer"],
  ["docs/testing.md", /^\nNothingArrived/, "what a failed test prints"],
  ["docs/testing.md", /npx playwright install/, "it fetches a browser: the test has that of the system"],
];

it("knows of every block of the documents by which test it is run, or why not", () => {
  const blocks = pages.flatMap(snippetsOf);
  const isRun = (one: Snippet) =>
    isExcused(one).length > 0 ? [] : runBy.filter(([page, info]) => page === one.page && info.test(one.info));
  const isExcused = (one: Snippet) =>
    notRun.filter(([page, what]) => page === one.page && what.test(`${one.info}\n${one.text}`));
  const unknown = blocks.filter((one) => isRun(one).length === 0 && isExcused(one).length === 0);
  expect(unknown.map(({ page, info, text }) => `${page}: ${info} ${text.slice(0, 80)}`)).toEqual([]);
  // No line of these tables is left over.
  const used = new Set(blocks.flatMap((one) => [...isRun(one), ...isExcused(one)]));
  expect([...runBy, ...notRun].filter((line) => !used.has(line))).toEqual([]);
  for (const [page, , test] of runBy) {
    expect(readFileSync(path.join(root, test), "utf8"), test).toContain(`"${page}"`);
  }
});

/** Command lines that other tests run, or that nothing can run here. */
const known: [line: RegExp, why: string][] = [
  [/^docker |&& docker /, "no Docker engine runs here"],
  [/^(curl|npm pack|npm install|npx) /, "the tests of their pages run them"],
  [/^node_modules\/\.bin\/node e2e\/sign_up\/main\.ts$/, "testing_page.test.ts runs it"],
  [/^mayfly (web|operator)$/, "names of connections to the database"],
  [/^pg_dump /, "the embedded Postgres brings no pg_dump"],
  [/^swaks /, "any program that sends mail does; the tests have their own"],
];

const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const testFiles = [
  ...globSync("{apps,packages,prisma,scripts,bench,prove}/**/*.test.ts", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  }),
  ...globSync("e2e/*.e2e.ts", { cwd: root }),
];
/** The names that a program lists when it is asked for help. */
const helpOf = async (file: string) =>
  (await execute(process.execPath, [path.join(root, file), "--help"], { cwd: root })).stdout;

it("names only npm scripts, parts, tests and files that there are in its command lines", async () => {
  const lines = pages.flatMap(commandLinesOf);
  expect(lines.length).toBeGreaterThan(50);
  const [mayfly, prove, bench] = await Promise.all(
    ["apps/server/src/operator/main.ts", "prove/prove.ts", "bench/bench.ts"].map(helpOf),
  );
  const helps: Record<string, string | undefined> = { mayfly, prove, bench };
  const names = (help: string, word: string) => new RegExp(`^\\s+${word}\\b`, "m").test(help);
  const wrong = (line: string): string | undefined => {
    if (known.some(([pattern]) => pattern.test(line))) return undefined;
    if (line.includes("&&"))
      return line
        .split("&&")
        .map((part) => wrong(part.trim()))
        .find(Boolean);
    const [, file] = /^(?:node|node_modules\/node\/bin\/node) (\S+\.(?:mjs|ts))/.exec(line) ?? [];
    if (file) return existsSync(path.join(root, file)) ? undefined : `no file ${file}`;
    const [, script = "", given = ""] = /^(?:[A-Z_]+=\S+ )*npm (?:run )?(\w+)(?: -- (.+))?$/.exec(line) ?? [];
    if (manifest.scripts[script] === undefined) return "no script";
    const words = given.split(" ").filter((word) => word !== "" && !word.includes("<") && !word.includes(">"));
    if (script === "test") {
      const none = words
        .filter((word) => word.includes("/") || word.includes(".") || word.includes("_"))
        .find((word) => !testFiles.some((file) => file.includes(word)));
      return none && `no test ${none}`;
    }
    const help = helps[script];
    const [first = "--help", ...rest] = words;
    if (help === undefined || first === "--help" || first === "--version") return undefined;
    if (!names(help, first)) return `no part ${first}`;
    return rest.filter((word) => word.startsWith("--")).find((option) => !help.includes(option));
  };
  expect(lines.map(({ page, line }) => ({ page, line, wrong: wrong(line) })).filter(({ wrong }) => wrong)).toEqual([]);
});

const app = sharedApp({ ROLES: "web,smtp" });

it("shows searches in docs/search.md that the server understands", async () => {
  const client = await apiClient(app, await app.member("Administrator"));
  const page = readFileSync(path.join(root, "docs/search.md"), "utf8");
  const [, table = ""] = /^\| you type[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(page) ?? [];
  const searches = table
    .split("\n")
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, q]) => q));
  expect(searches.length).toBeGreaterThan(15);
  // The address that the page searches in.
  expect((await client.call(resources.emails.create, { prefix: "signup" })).status).toBe(201);
  for (const q of searches) {
    const { status, body } = await client.call(resources.messages.list, { q });
    expect([q, status, body.detail]).toEqual([q, 200, undefined]);
  }
});

describe("docs/calls.md", () => {
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "mayfly-calls-"));
    const ada = await app.member("Administrator");
    env = { ...(process.env as Record<string, string>), MAYFLY: app.url, LOGIN: ada.name, PASSWORD: ada.password };
    await writeFile(path.join(folder, "README.md"), "A file.");
    await symlink(path.join(root, "apps/server/node_modules"), path.join(folder, "node_modules"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const blocks = (language: string) => snippetsOf("docs/calls.md").filter(({ info }) => info === language);

  it("has an example with curl that works", async () => {
    const [{ text } = { text: "" }, ...others] = blocks("sh");
    expect(others).toEqual([]);
    // What stands in its first lines is set here, and its last calls but one are refused on purpose.
    const here = text
      .replace(/^MAYFLY=.*\n#.*\nLOGIN=.*\n/, "")
      .replaceAll("smtp://localhost:2525", `smtp://127.0.0.1:${app.smtpPort}`);
    const { stdout } = await execute("bash", ["-uc", here], { cwd: folder, env });
    expect(stdout).toContain('"code": "739204"');
    expect(stdout).toContain('"action": "verify"');
    expect(stdout).toContain('"exc_type":"ValidationError"');
    expect(readFileSync(path.join(folder, "attachment"), "utf8")).toBe("A file.");
    expect(readFileSync(path.join(folder, "message.eml"), "utf8")).toContain("Subject: Verify your email");
  });

  it("has an example with Node that works, and goes on with a piece that does", async () => {
    const [example, piece, ...others] = blocks("js").map(({ text }) => text);
    expect(others).toEqual([]);
    const here = example
      ?.replace("port: 2525", `port: ${app.smtpPort}`)
      .replace("socket.close();", `${piece}\nsocket.close();`);
    await writeFile(path.join(folder, "example.mjs"), here ?? "");
    const { stdout } = await execute(process.execPath, ["example.mjs"], { cwd: folder, env });
    expect(stdout).toMatch(
      /^Your code 739204\nYour verification code is 739204\.\n+404 DoesNotExistError: Not found\n$/,
    );
  });
});

describe("docs/webhooks.md", () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const body = '{"type":"email.received","data":{}}';
  const signed = new Webhook(secret);
  const now = new Date();
  const headers = (of: string) => ({
    "webhook-id": "one",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": signed.sign("one", now, of),
  });
  const js = snippetsOf("docs/webhooks.md").filter(({ info }) => info === "js");
  const python = snippetsOf("docs/webhooks.md").filter(({ info }) => info === "python");
  const hmac = (of: string) => crypto.createHmac("sha256", secret).update(of).digest("hex");

  it("verifies a signature with a library in Node", () => {
    const { text = "" } = js[0] ?? {};
    const verify = new Function(
      "Webhook",
      "process",
      "rawBody",
      "request",
      `${text.replace(/^import .*\n/m, "")}\nreturn event;`,
    );
    const given = { env: { MAYFLY_SECRET: secret } };
    expect(verify(Webhook, given, body, { headers: headers(body) })).toEqual(JSON.parse(body));
    expect(() => verify(Webhook, given, body, { headers: headers("forged") })).toThrow();
  });

  it("verifies one without a library, in Node and in Python", async () => {
    const { text = "" } = js[1] ?? {};
    const verify = new Function("crypto", "process", "rawBody", "request", "response", `${text}\nreturn "genuine";`);
    const response = { status: (code: number) => ({ end: () => code }) };
    const answer = (of: string) => {
      const request = { headers: { "x-mayfly-signature": hmac(of) } };
      return verify(crypto, { env: { MAYFLY_SECRET: secret } }, body, request, response);
    };
    expect([answer(body), answer("forged")]).toEqual(["genuine", 401]);
    const program = (signature: string) => `
import hashlib, hmac, os
from types import SimpleNamespace
def abort(code):
    raise SystemExit(code - 400)
raw_body = ${JSON.stringify(body)}.encode()
request = SimpleNamespace(headers={"X-Mayfly-Signature": "${signature}"})
${python[1]?.text}`;
    const env = { ...process.env, MAYFLY_SECRET: secret };
    const ended = async (signature: string) =>
      execute("python3", ["-c", program(signature)], { env }).then(
        () => 0,
        ({ code }) => code,
      );
    expect([await ended(hmac(body)), await ended(hmac("forged"))]).toEqual([0, 1]);
    // The library is not here: this one has its name and its call.
    const library = `
import os, sys, types
from types import SimpleNamespace
seen = []
class Webhook:
    def __init__(self, secret): seen.append(secret)
    def verify(self, body, headers): seen.append((body, headers)); return {}
sys.modules["standardwebhooks"] = types.SimpleNamespace(Webhook=Webhook)
raw_body, request = b"x", SimpleNamespace(headers={})
${python[0]?.text}
assert seen == ["${secret}", (b"x", {})], seen`;
    await execute("python3", ["-c", library], { env });
    expect(js.length + python.length).toBe(4);
  });
});
