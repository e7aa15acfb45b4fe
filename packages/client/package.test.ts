import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { apiClient } from "@mayfly/server/testing/api_client";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { sharedApp } from "@mayfly/server/testing/test_app";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, it, vi } from "vitest";
import { snippetsOf } from "../../scripts/snippets.ts";

const app = sharedApp({ ROLES: "web,smtp" });
const run = promisify(execFile);
/** The Node that the product runs on, and that of the machine, which `npm test` was started with. */
const nodes = [
  ["the product's Node", process.execPath],
  ["the machine's Node", process.env["npm_node_execpath"] ?? process.execPath],
];

/** An empty project, with nothing but the packed package installed. */
let folder: string;
let env: Record<string, string>;
let files: string[];
beforeAll(async () => {
  const npm = (...args: string[]) =>
    run("npm", [...args, "--no-audit", "--no-fund", "--prefer-offline"], { cwd: folder });
  folder = await mkdtemp(path.join(tmpdir(), "mayfly-packed-"));
  await writeFile(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const { stdout } = await npm("pack", import.meta.dirname, "--json");
  const packed = Object.values(JSON.parse(stdout) as object)[0] as { filename: string; files: { path: string }[] };
  files = packed.files.map((file) => file.path);
  await npm("install", path.join(folder, packed.filename));
  const { key } = await apiClient(app, await app.member("Administrator"));
  env = { PATH: process.env["PATH"] ?? "", MAYFLY_URL: app.url, MAYFLY_KEY: key };
  return () => rm(folder, { recursive: true });
});

it("holds what it needs and nothing else: no test, no source, no more than 15 kB of code (row S05)", async () => {
  for (const file of files)
    expect(file).toMatch(/^(dist\/(cjs\/)?\w+\.(js|d\.ts)|(dist\/cjs\/)?package\.json|README\.md)$/);
  expect(files).toContain("README.md");
  const installed = path.join(folder, "node_modules/@mayfly/client");
  const manifest = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  for (const form of ["dist", "dist/cjs"]) {
    const scripts = (await readdir(path.join(installed, form))).filter((file) => file.endsWith(".js"));
    const code = await Promise.all(scripts.map((file) => readFile(path.join(installed, form, file))));
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(15_000);
  }
});

const program = `
import { Mayfly } from "@mayfly/client";
const mayfly = new Mayfly();
const inbox = await mayfly.emails.create();
console.log(inbox.address);
const message = await inbox.wait({ subject: "code" });
console.log(message.code);
await inbox.end();
`;

it.each(nodes)("works in a program and as a command on %s", async (_name, node = "") => {
  const { stdout: version } = await run(node, ["--version"]);
  expect(Number(/^v(\d+)/.exec(version)?.[1])).toBeGreaterThanOrEqual(20);
  await writeFile(path.join(folder, "program.js"), program);
  const running = execFile(node, ["program.js"], { cwd: folder, env });
  const printed: string[] = [];
  running.stdout?.on("data", (text) => printed.push(String(text)));
  await expect.poll(() => printed.join("")).toContain("@mayfly.test\n");
  const [address = ""] = printed.join("").split("\n");
  await using smtp = await SmtpClient.open(app.smtpPort);
  await smtp.send(address, "Subject: Your code\r\n\r\nYour code is 482913.\r\n");
  await expect.poll(() => printed.join("")).toBe(`${address}\n482913\n`);
  const command = path.join(folder, "node_modules/@mayfly/client/dist/command.js");
  const { stdout } = await run(node, [command, "list", address, "--json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({ code: "482913" });
});

it("ends without a word when its output is not read to the end, and says in a line that it cannot be written", async () => {
  const command = path.join(folder, "node_modules/@mayfly/client/dist/command.js");
  const unread = spawn(process.execPath, [command, "--help"], { env, stdio: ["ignore", "pipe", "pipe"] });
  // Closed long before it begins to write.
  unread.stdout.destroy();
  const said = unread.stderr.toArray();
  // As a shell tells of a program that SIGPIPE ended.
  expect([...(await once(unread, "exit")), Buffer.concat(await said).toString()]).toEqual([141, null, ""]);
  const full = `"${process.execPath}" "${command}" --help > /dev/full`;
  const { code, stderr } = await run("sh", ["-c", full], { env }).catch((error) => error);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The output cannot be written: ENOSPC[^\n]*\n$/)]);
});

const typed = `
import { Mayfly, NothingArrived, type Message } from "@mayfly/client";
import { mayflyTasks } from "@mayfly/client/cypress";
import "@mayfly/client/cypress/commands";
const mayfly = new Mayfly({ url: "http://localhost:3000", key: "mfly_a" });
export async function use() {
  const message: Message = await mayfly.emails.open("a@b.example").wait({ subject: { equals: "Hi" }, has: "code", claim: true });
  const code: string = message.code;
  // @ts-expect-error
  await mayfly.emails.create({ colour: "red" });
  // @ts-expect-error
  await mayfly.emails.open("a@b.example").wait({ has: "hope" });
  const { data } = await mayfly.api.GET("/api/v1/webhooks");
  const url: string | undefined = data?.data[0]?.url;
  return { code, url, NothingArrived, mayflyTasks };
}
`;

/** How programs find a package's types. The first is that of TypeScript before 6. */
const resolutions = [
  ["a CommonJS program, as before exports", "typed.cts", { module: "commonjs", moduleResolution: "node10" }],
  ["a CommonJS program", "typed.cts", { module: "node16" }],
  ["an ES module", "typed.mts", { module: "node16" }],
  ["a bundler", "typed.mts", { module: "esnext", moduleResolution: "bundler" }],
] as const;

it.each(resolutions)(
  "has types for %s",
  async (_what, file, how) => {
    await writeFile(path.join(folder, file), typed);
    const always = { target: "es2022", lib: ["es2023", "dom"], strict: true, noEmit: true, types: [] };
    const config = path.join(folder, "tsconfig.json");
    await writeFile(config, JSON.stringify({ compilerOptions: { ...always, ...how }, files: [file] }));
    const tsc = path.join(import.meta.dirname, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
  },
  60_000,
);

it.each(nodes)("is loaded by a CommonJS program, such as a test of Jest, on %s", async (_name, node = "") => {
  const required = `
    const { Mayfly, NothingArrived } = require("@mayfly/client");
    const { mayflyTasks } = require("@mayfly/client/cypress");
    new Mayfly().emails.create().then((inbox) => inbox.wait({ timeout: 0 }))
      .catch((error) => console.log(error instanceof NothingArrived, typeof mayflyTasks()["mayfly:wait"]));`;
  await writeFile(path.join(folder, "program.cjs"), required);
  // As where a module of the other kind cannot be required at all.
  const only =
    Number(/^v(\d+)/.exec((await run(node, ["--version"])).stdout)?.[1]) < 25
      ? ["--no-experimental-require-module"]
      : [];
  expect((await run(node, [...only, "program.cjs"], { cwd: folder, env })).stdout).toBe("true function\n");
});

it("has a README whose pieces work as they stand (row S05)", async () => {
  const text = [
    "From: Shop <shop@shop.example>\r\nSubject: Your code\r\nMIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n",
    "<p>Your code is 482913.</p><a href='https://shop.example/verify'>Verify</a><a href='https://shop.example/reset'>Reset</a>",
    "--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=invoice.pdf\r\n\r\nPDF\r\n--b--\r\n",
  ].join("\r\n");
  // What the programs wait for comes once each begins to wait.
  await using smtp = await SmtpClient.open(app.smtpPort);
  const { enter } = app.waiters;
  let mails: Promise<unknown> = Promise.resolve();
  using _entered = vi.spyOn(app.waiters, "enter").mockImplementation((waiting) => {
    mails = mails.then(() => {
      // What counts from now on is later than the test's server was started.
      app.clock.now = new Date();
      return smtp.send(waiting.address, text);
    });
    return enter(waiting);
  });
  const pieces = snippetsOf("packages/client/README.md");
  const types = pieces.filter(({ info }) => info === "ts").map((piece) => piece.text);
  const imports = types.flatMap((piece) => piece.match(/^import .*$/gm) ?? []);
  const program = [
    ...imports,
    "const signUp = async () => {};",
    "const mayfly = new Mayfly();",
    "const inbox = await mayfly.emails.create();",
    "const message = await inbox.wait();",
    ...types.map((piece) => `await (async () => {\n${piece.replace(/^import .*$/gm, "")}})();`),
  ];
  await writeFile(path.join(folder, "readme.mjs"), program.join("\n"));
  const { stdout } = await run(process.execPath, ["readme.mjs"], { cwd: folder, env });
  expect(stdout).toBe("482913 https://shop.example/verify\n");
  const [settings, ...commands] = pieces.filter(({ info }) => info === "sh").map((piece) => piece.text);
  expect(settings).toMatch(/^export MAYFLY_URL=.*\nexport MAYFLY_KEY=.*\n$/);
  const printed = await run("bash", ["-euo", "pipefail", "-c", commands.join("\n")], { cwd: folder, env });
  expect(printed.stdout).toMatch(/^482913\nDisposable addresses and their mail\./);
  await mails;
});

it("speaks the Model Context Protocol over standard input and output, in both eras (row S04)", async () => {
  for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const command = path.join(folder, "node_modules/.bin/mayfly");
    await client.connect(new StdioClientTransport({ command, args: ["mcp"], env }));
    expect((await client.listTools()).tools).toHaveLength(10);
    const use = async (name: string, given: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: given })).structuredContent as Record<string, string>;
    const { address = "" } = await use("create_address");
    const waited = use("get_code", { address });
    await expect.poll(() => app.waiters.waitingAt(address), { interval: 5 }).toBe(1);
    await using smtp = await SmtpClient.open(app.smtpPort);
    await smtp.send(address, "Subject: Your code\r\n\r\nYour code is 482913.\r\n");
    expect(await waited).toMatchObject({ found: true, code: "482913" });
    // What the agent takes back is not waited for any longer.
    const abort = new AbortController();
    const given = { name: "wait_for_message", arguments: { address, subject: "never" } };
    const taken = client.callTool(given, { signal: abort.signal }).catch(() => "taken back");
    await expect.poll(() => app.waiters.waitingAt(address), { interval: 5 }).toBe(1);
    abort.abort();
    expect(await taken).toBe("taken back");
    await expect.poll(() => app.waiters.waitingAt(address), { interval: 5 }).toBe(0);
    await client.close();
  }
});
