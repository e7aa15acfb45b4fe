import { execFile } from "node:child_process";
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
import { beforeAll, expect, it } from "vitest";

const app = sharedApp({ ROLES: "web,smtp" });
const run = promisify(execFile);
const bin = path.resolve(import.meta.dirname, "../../node_modules/.bin");
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
  for (const file of files) expect(file).toMatch(/^(dist\/\w+\.(js|d\.ts)|package\.json|README\.md)$/);
  expect(files).toContain("README.md");
  const installed = path.join(folder, "node_modules/@mayfly/client");
  const manifest = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  const scripts = (await readdir(path.join(installed, "dist"))).filter((file) => file.endsWith(".js"));
  const code = await Promise.all(scripts.map((file) => readFile(path.join(installed, "dist", file))));
  expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(15_000);
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

const typed = `
import { Mayfly, NothingArrived, type Message } from "@mayfly/client";
import { mayflyTasks } from "@mayfly/client/cypress";
import "@mayfly/client/cypress/commands";
const mayfly = new Mayfly({ url: "http://localhost:3000", key: "mfly_a" });
const message: Message = await mayfly.emails.open("a@b.example").wait({ subject: { equals: "Hi" }, has: "code", claim: true });
const code: string = message.code;
// @ts-expect-error
await mayfly.emails.create({ colour: "red" });
// @ts-expect-error
await mayfly.emails.open("a@b.example").wait({ has: "hope" });
const { data } = await mayfly.api.GET("/api/v1/webhooks");
const url: string | undefined = data?.data[0]?.url;
export { code, url, NothingArrived, mayflyTasks };
`;

it("has types", async () => {
  await writeFile(path.join(folder, "typed.ts"), typed);
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom"],
    strict: true,
    noEmit: true,
    types: [],
  };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.ts"] }));
  const { stdout } = await run(path.join(bin, "tsc"), ["-p", folder]).catch((error) => error);
  expect(stdout).toBe("");
}, 60_000);

it("speaks the Model Context Protocol over standard input and output, in both eras (row S04)", async () => {
  for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const command = path.join(folder, "node_modules/.bin/mayfly");
    await client.connect(new StdioClientTransport({ command, args: ["mcp"], env }));
    expect((await client.listTools()).tools).toHaveLength(9);
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
