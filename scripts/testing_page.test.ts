import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Mayfly } from "@mayfly/client";
import { freePort } from "@mayfly/server/process/free_port";
import { storedKey } from "@mayfly/server/testing/api_client";
import { ServerProcess } from "@mayfly/server/testing/server_process";
import { sharedApp, testKey } from "@mayfly/server/testing/test_app";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { startSignUpApp } from "../e2e/sign_up/app.ts";
import { cypressStub, type Tasks } from "./cypress_stub.ts";
import { snippetsOf } from "./snippets.ts";

const root = path.resolve(import.meta.dirname, "..");
const snippets = snippetsOf("docs/testing.md");
/** The files that the page shows, by their names. */
const files = new Map(
  snippets.flatMap(({ info, text }) => {
    const [, name] = info.split(" ");
    return name === undefined ? [] : [[name, text] as const];
  }),
);
const textOf = (name: string) => files.get(name) ?? "";
/** What the page says to type, by a word in it. */
const toType = (word: string) => snippets.find(({ info, text }) => info === "sh" && text.includes(word))?.text ?? "";

const app = sharedApp({ ROLES: "web,smtp" });
const execute = promisify(execFile);
/** The reader's project, as the page has it made: empty, with the packed package installed. */
let folder: string;
let parent: string;
let env: Record<string, string>;
let signUpApp: Awaited<ReturnType<typeof startSignUpApp>>;

beforeAll(async () => {
  signUpApp = await startSignUpApp(app.smtpPort);
  parent = await mkdtemp(path.join(tmpdir(), "mayfly-recipes-"));
  folder = path.join(parent, "my-project");
  const install = toType("npm pack").replaceAll("../my-project", folder);
  const quiet = { npm_config_audit: "false", npm_config_fund: "false", npm_config_prefer_offline: "true" };
  await execute("bash", ["-euc", install], { cwd: root, env: { ...process.env, ...quiet } });
  // Not from the registry: its browser could not be had from there.
  await mkdir(path.join(folder, "node_modules/@playwright"));
  const playwright = path.join("node_modules/@playwright/test");
  await symlink(path.join(root, playwright), path.join(folder, playwright));
  for (const [name, text] of files) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const { company, name: member } = await app.member("Administrator");
  const { key } = await storedKey(app.rootDb, { company, member, label: "docs" });
  env = {
    ...(process.env as Record<string, string>),
    ...{ MAYFLY_URL: app.url, MAYFLY_KEY: key, APP_URL: signUpApp.url },
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(folder, "report.json"),
    PATH: `${path.join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
  };
});
afterAll(async () => {
  signUpApp[Symbol.dispose]();
  await rm(parent, { recursive: true });
});

/** Runs a program in the folder of the recipes. @returns how it ended, and what it printed */
async function run(command: string, ...args: string[]) {
  const { code = 0, stdout, stderr } = await execute(command, args, { cwd: folder, env }).catch((error) => error);
  return { code, output: `${stdout}${stderr}` };
}
interface Attached {
  name: string;
  contentType: string;
  body: string;
}
/** The attachments of all tests in a report. */
function attachmentsIn(report: unknown): Attached[] {
  if (report === null || typeof report !== "object") return [];
  const { attachments = [], ...rest } = report as { attachments?: Attached[] };
  return [...attachments, ...Object.values(rest).flatMap(attachmentsIn)];
}
const ended = { is_active: false };
const addresses = (where: object = {}) => app.rootDb.email.findMany({ where, orderBy: { creation: "desc" } });

describe("the recipe for Playwright (rows S02, S05)", () => {
  const chromium = "/usr/bin/chromium-headless-shell";
  beforeAll(async () => {
    const launchOptions = { args: ["--no-sandbox"], ...(existsSync(chromium) && { executablePath: chromium }) };
    const config = `import config from "./playwright.config.ts";
      export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };`;
    await writeFile(path.join(folder, "here.config.ts"), config);
  });
  const playwright = (...args: string[]) => run("playwright", "test", "--config=here.config.ts", ...args);

  it("is green in parallel, one address a test, and ends each", async () => {
    const { code, output } = await playwright("--workers=2", "--repeat-each=4", "--reporter=line");
    expect([code, output]).toEqual([0, expect.stringContaining("4 passed")]);
    const made = await addresses({ reason: { contains: "a new user confirms" } });
    expect(made.map(({ is_active }) => ({ is_active }))).toEqual(Array(4).fill(ended));
    // Its own steps, and those of the mail.
    const lines = textOf("sign_up.spec.ts")
      .split("\n")
      .filter((line) => /inbox|mayfly|code/.test(line));
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it("says why when it is broken, and has the mail in its report", async () => {
    const broken = textOf("sign_up.spec.ts").replace('{ subject: "code" }', '{ subject: "Reset", timeout: 1 }');
    await writeFile(path.join(folder, "broken.spec.ts"), broken);
    const { code, output } = await playwright("broken.spec.ts", "--reporter=line,json");
    await rm(path.join(folder, "broken.spec.ts"));
    const [address] = await addresses();
    expect(code).toBe(1);
    expect(output).toContain(`No mail with subject 'Reset' came to ${address?.email_name} within 1 s.`);
    expect(output).toContain("its subject 'Your code' does not contain 'Reset'");
    expect(address).toMatchObject(ended);
    const report = JSON.parse(await readFile(env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ?? "", "utf8"));
    const attachments = attachmentsIn(report).filter(({ name }) => name.startsWith("mail"));
    const texts = Object.fromEntries(
      attachments.map(({ name, body }) => [name, Buffer.from(body, "base64").toString()]),
    );
    expect(texts).toMatchObject({
      "mail.txt": expect.stringContaining("'Your code' from App <app@app.example>"),
      "mail-1-timeline.txt": expect.stringContaining("stored"),
      "mail-1-text.txt": expect.stringContaining("Your code is"),
      "mail-1-source.html.txt": expect.stringContaining("<p>Your code is"),
      "mail-1.eml": expect.stringContaining("Subject: Your code"),
    });
    // Whatever a mail holds, a report that is opened in a browser runs none of it.
    expect(new Set(attachments.map(({ contentType }) => contentType))).toEqual(
      new Set(["text/plain", "message/rfc822"]),
    );
  });
});

it("has a recipe for Cypress whose tasks do what its test needs (row S05)", async () => {
  vi.stubEnv("MAYFLY_URL", env["MAYFLY_URL"]);
  vi.stubEnv("MAYFLY_KEY", env["MAYFLY_KEY"]);
  const { default: config } = await import(path.join(folder, "cypress.config.ts"));
  let tasks: Tasks = {};
  config.e2e.setupNodeEvents((_event: string, given: Tasks) => {
    tasks = given;
  });
  vi.unstubAllEnvs();
  const { cy, run } = cypressStub(signUpApp.url, tasks);
  const add = (name: string, command: () => unknown) => Object.assign(cy, { [name]: command });
  vi.stubGlobal("Cypress", { Commands: { add } });
  vi.stubGlobal("cy", cy);
  await import("@mayfly/client/cypress/commands");
  new Function("it", "cy", textOf("cypress/e2e/sign_up.cy.ts"))((_title: string, test: () => void) => test(), cy);
  expect(await run()).toEqual([
    ...["mayfly:create", "GET /", "type email", "POST /sign-up", "mayfly:wait", "type code", "POST /confirm"],
    ...["see Welcome", "mayfly:end"],
  ]);
  vi.unstubAllGlobals();
  expect((await addresses())[0]).toMatchObject({ reason: "sign-up", ...ended });
});

it("has a recipe for pytest that is green, and says why when it is broken (row S05)", async () => {
  expect(await run("pytest", "-q", "test_sign_up.py")).toMatchObject({ code: 0 });
  const broken = textOf("test_sign_up.py").replace('subject="code"', 'subject="Reset", timeout=0');
  await writeFile(path.join(folder, "test_broken.py"), broken);
  const { code, output } = await run("pytest", "-q", "test_broken.py");
  expect([code, output]).toEqual([1, expect.stringContaining("does not contain 'Reset'")]);
  expect((await addresses())[0]).toMatchObject(ended);
});

it.each(["sign_up.sh", "command.sh"])("has a recipe for the shell that works: %s (row S05)", async (name) => {
  expect(await run("bash", name)).toEqual({ code: 0, output: "" });
  expect((await addresses())[0]).toMatchObject(ended);
});

it.each([
  ["curl", "bash", ["sign_up.sh"]],
  ["pytest", "pytest", ["-q", "test_sign_up.py"]],
  ["the command", "bash", ["command.sh"]],
])("has a recipe for %s that says what the server refuses", async (_name, command, args) => {
  const refused = { ...env, MAYFLY_KEY: "mfly_wrong" };
  const { code, stdout, stderr } = await execute(command, args, { cwd: folder, env: refused }).catch((error) => error);
  expect([code, `${stdout}${stderr}`]).toEqual([
    1,
    expect.stringMatching(/401[\s\S]*invalid_key|invalid_key[\s\S]*401/),
  ]);
});

it("sets what the recipes read, and starts the application that they test where APP_URL says", async () => {
  const set = [...toType("export").matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
  expect(set).toEqual(["MAYFLY_URL", "MAYFLY_KEY", "APP_URL"]);
  const url = `http://localhost:${await freePort()}`;
  const settings = { ...process.env, APP_URL: url, SMTP_PORT: String(app.smtpPort) };
  const started = spawn("bash", ["-euc", `exec ${toType("e2e/sign_up").trim()}`], { cwd: root, env: settings });
  try {
    const shown = () =>
      fetch(url).then(
        (response) => response.text(),
        () => "",
      );
    await expect.poll(shown).toContain("Sign up");
  } finally {
    started.kill();
  }
});

it("connects agents over HTTP as its file says, and by the command that it names (row S04)", async () => {
  const { mayfly } = JSON.parse(textOf("mcp.json")).mcpServers;
  expect([mayfly.type, mayfly.url]).toEqual(["http", "http://localhost:3000/mcp"]);
  const headers = { authorization: mayfly.headers.Authorization.replace("mfly_…", env["MAYFLY_KEY"]) };
  const http = new StreamableHTTPClientTransport(new URL("/mcp", app.url), { requestInit: { headers } });
  const page = await readFile(path.join(root, "docs/testing.md"), "utf8");
  const [, command = "", args = ""] = /`"command": "(\w+)", "args": (\[.*?\])`/.exec(page) ?? [];
  const stdio = new StdioClientTransport({ command, args: JSON.parse(args), cwd: folder, env });
  for (const transport of [http, stdio]) {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(10);
    await client.close();
  }
});

interface Job {
  env: Record<string, string>;
  service: Record<string, string>;
}
const jobs: Record<string, () => Job> = {
  "GitHub Actions"() {
    const { jobs } = parse(textOf(".github/workflows/test.yml"));
    expect(jobs.test.services.mayfly.ports).toEqual(["3000:3000", "2525:2525"]);
    return { env: jobs.test.env, service: jobs.test.services.mayfly.env };
  },
  "GitLab CI"() {
    const { test } = parse(textOf(".gitlab-ci.yml"));
    const service = test.services.find(({ alias }: { alias: string }) => alias === "mayfly");
    expect(service.entrypoint[2]).toContain("node apps/server/src/main.ts");
    return { env: test.variables, service: service.variables };
  },
};

it.each(Object.keys(jobs))(
  "has a file for %s whose service takes the key that the job calls with (row S05)",
  async (name) => {
    const { env: job, service } = jobs[name]?.() ?? { env: {}, service: {} };
    const [PORT, SMTP_PORT] = [String(await freePort()), String(await freePort())];
    const here = { DATABASE_URL: app.databaseUrl, PORT, SMTP_PORT, LOG_LEVEL: "warn", ROLES: "web" };
    // The database of the tests is bound to a secret of its own.
    await using _server = await new ServerProcess({ ...service, ...here, SECRET_KEY: testKey }).ready();
    const me = await new Mayfly({ url: `http://localhost:${PORT}`, key: job["MAYFLY_KEY"] }).me();
    expect(me.key.key_name).toBe("DEMO_KEY");
    expect(job["MAYFLY_URL"]).toMatch(/^http:\/\/(localhost|mayfly):3000$/);
  },
);
