import { apiClient } from "@mayfly/server/testing/api_client";
import { storedMessage } from "@mayfly/server/testing/messages";
import { sharedApp, type TestMember } from "@mayfly/server/testing/test_app";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { run } from "./run_command.ts";

const app = sharedApp();
let owner: TestMember;
let key: string;
beforeAll(async () => {
  owner = await app.member("Administrator");
  key = (await apiClient(app, owner)).key;
  vi.stubEnv("MAYFLY_URL", app.url);
  vi.stubEnv("MAYFLY_KEY", key);
});
afterAll(() => void vi.unstubAllEnvs());

/** Runs the command. @returns its exit code, and what it printed */
const mayfly = (...args: string[]) => fed("", ...args);
/** As `mayfly`, with an input. */
async function fed(input: string, ...args: string[]) {
  const [out, err]: [Uint8Array[], string[]] = [[], []];
  const code = await run(args, {
    out: (text) => void out.push(Buffer.from(text)),
    err: (text) => void err.push(text),
    input: (async function* () {
      yield input;
    })(),
    isTerminal: true,
  });
  return { code, out: Buffer.concat(out).toString(), err: err.join("") };
}

it("makes an address, lists it and ends it", async () => {
  const prefix = `c-${crypto.randomUUID().slice(0, 8)}`;
  const given = ["--prefix", prefix, "--run", "ci/7", "--reason", "sign-up", "--expires-in", "600", "--public"];
  expect(await mayfly("new", ...given)).toEqual({ code: 0, out: `${prefix}@mayfly.test\n`, err: "" });
  const { out } = await mayfly("list", "--run", "ci/7", "--json");
  expect(JSON.parse(out)).toMatchObject({
    email_name: `${prefix}@mayfly.test`,
    reason: "sign-up",
    visibility: "Public",
  });
  expect((await mayfly("list", "--limit", "1")).out).toBe(`${prefix}@mayfly.test  sign-up\n`);
  expect(await mayfly("end", `${prefix}@mayfly.test`)).toEqual({ code: 0, out: "", err: "" });
  expect((await mayfly("list", "--limit", "1")).out).toBe(`${prefix}@mayfly.test  ended  sign-up\n`);
  expect(JSON.parse((await mayfly("new", "--run", "ci/8", "--json")).out)).toMatchObject({
    run: "ci/8",
    is_active: true,
  });
  expect((await mayfly("end", "--run", "ci/8")).out).toBe("1 address ended.\n");
  const tag = prefix.slice(0, 10);
  const made = await mayfly("new", "--tag", tag, "--tag", "smoke", "--note", "For Ada", "--json");
  expect(JSON.parse(made.out)).toMatchObject({ tags: [tag, "smoke"], note: "For Ada" });
  expect((await mayfly("list", "--tag", tag, "--json")).out).toBe(made.out);
});

const raw = [
  ...["From: Shop <shop@shop.example>", "Subject: Your\u001b[31m code", "Content-Type: text/plain; charset=utf-8", ""],
  ...["Your code is 482913: \u001b]0;owned\u0007\u202e https://shop.example/verify", ""],
].join("\r\n");

it("prints a message, its code or its link, and nothing that controls a terminal (threat 57)", async () => {
  const address = await app.address(owner);
  const id = await storedMessage(app, owner, address, { raw, subject: "Your\u001b[31m code" });
  await app.rootDb.customerInbox.update({ where: { name: id }, data: { code: "482913" } });
  expect(await mayfly("wait", address, "--code")).toEqual({ code: 0, out: "482913\n", err: "" });
  expect((await mayfly("wait", address, "--link")).out).toBe("https://shop.example/verify\n");
  expect(JSON.parse((await mayfly("wait", address, "--code", "--json")).out)).toEqual({ code: "482913" });
  const { out } = await mayfly("show", id);
  expect(out).toContain(`Id: ${id}\n`);
  expect(out).toContain(
    "Subject: Your[31m code\nCode: 482913\nLink: https://shop.example/verify\n\nYour code is 482913: ",
  );
  for (const args of [
    ["show", id],
    ["show", id, "--json"],
    ["raw", id],
    ["list", address],
    ["wait", address],
  ]) {
    const { code, out } = await mayfly(...args);
    expect([args[0], code, ["\u001b", "\u0007", "\u202e"].some((sign) => out.includes(sign))]).toEqual([
      ...[args[0], 0, false],
    ]);
  }
  expect(JSON.parse((await mayfly("show", id, "--json")).out)).toMatchObject({ id, attachments: [] });
  expect(JSON.parse((await mayfly("list", address, "--json")).out)).toMatchObject({ id });
});

it("ends with 3 when nothing arrived, and says why on standard error (row S03)", async () => {
  const address = await app.address(owner);
  const nothing = await mayfly("wait", address, "--subject", "Reset", "--timeout", "0");
  expect(nothing).toMatchObject({ code: 3, out: "" });
  expect(nothing.err).toContain(
    `No mail with subject 'Reset' came to ${address} within 0 s.\nNo mail has arrived for ${address}`,
  );
  expect(await mayfly("wait", address, "--none", "--timeout", "0")).toEqual({ code: 0, out: "", err: "" });
  await storedMessage(app, owner, address, { subject: "Hello" });
  expect(await mayfly("wait", address, "--none")).toMatchObject({ code: 3, err: expect.stringContaining("'Hello'") });
  const codeless = await mayfly("wait", address, "--code", "--timeout", "0");
  expect(codeless).toMatchObject({ code: 3, err: expect.stringContaining("it has no code") });
  expect(await mayfly("wait", address, "--claim", "--json", "--timeout", "5")).toMatchObject({ code: 0, err: "" });
  expect(await app.rootDb.messageClaim.count({ where: { address, acked: { not: null } } })).toBe(1);
  expect(await mayfly("wait", "nobody@mayfly.test")).toMatchObject({ code: 1, err: expect.stringContaining("404") });
});

it("leaves a claim to be kept by ack, waits for several, and for a header", async () => {
  const address = await app.address(owner);
  for (const subject of ["one", "two"]) {
    const raw = `X-Mailer: App 2\r\nSubject: ${subject}\r\n\r\nHello\r\n`;
    await storedMessage(app, owner, address, { raw, subject });
  }
  const acked = () => app.rootDb.messageClaim.count({ where: { address, acked: { not: null } } });
  const both = ["--count", "2", "--header", "X-Mailer=App", "--claim", "--lease", "60", "--json"];
  const { code, out } = await mayfly("wait", address, ...both);
  const [first, second] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([code, first.subject, second.subject, await acked()]).toEqual([0, "one", "two", 0]);
  const other = await mayfly("ack", first.id, "--claim-id", crypto.randomUUID());
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining("409") });
  expect(await mayfly("ack", first.id, "--claim-id", first.claim.claim)).toEqual({ code: 0, out: "", err: "" });
  expect(await mayfly("ack", second.id)).toEqual({ code: 0, out: "", err: "" });
  expect(await acked()).toBe(2);
  expect(await mayfly("wait", address, "--header", "X-Mailer: Other", "--timeout", "0")).toMatchObject({ code: 3 });
});

it.each([
  [["wat"], "Unknown command: wat."],
  [["wat", "--help"], "Unknown command: wat."],
  [["toString"], "Unknown command: toString."],
  [["ack"], "ack needs the id of a message."],
  [["wait", "a@b.c", "--lease", "5"], "--lease needs --claim."],
  [["wait", "a@b.c", "--header", "X"], "--header must be NAME=TEXT"],
  [["wait", "a@b.c", "--count", "two"], "--count must be a number"],
  [["wait", "a@b.c", "--none", "--count", "2"], "--none cannot be combined with"],
  [["wait"], "wait needs an address."],
  [["wait", "a@b.c", "--timeout", "soon"], "--timeout must be a number, not soon."],
  [["wait", "a@b.c", "--has", "hope"], "--has must be code, link or attachment, not hope."],
  [["wait", "a@b.c", "--code", "--link"], "not both"],
  [["wait", "a@b.c", "--none", "--claim"], "--none cannot be combined with"],
  [["show"], "show needs the id of a message."],
  [["show", "a", "b"], "show takes fewer arguments"],
  [["raw", "a", "--code"], "raw does not take --code."],
  [["raw", "a", "--json"], "raw does not take --json."],
  [["end"], "end needs an address."],
  [["end", "a@b.c", "--run", "r"], "not both"],
  [["new", "--colour", "red"], "--colour"],
  [["new", "--prefix", "a b"], "#/prefix"],
  [["list", "--limit", "-1"], "--limit"],
  [["list", "--limit", "0"], "--limit must be at least 1, not 0."],
  [["wait", "a@b.c", "--timeout", "3601"], "--timeout must be at most 3600, not 3601."],
  // As from "$address" where the variable is not set.
  [["list", ""], "list needs an address."],
  [["wait", " "], "wait needs an address."],
  [["end", ""], "end needs an address."],
  [["show", ""], "show needs the id of a message."],
  [["raw", ""], "raw needs the id of a message."],
  [["ack", ""], "ack needs the id of a message."],
  [["list", "a@b.c", "--run", "r"], "list takes an address or --run, not both."],
  [["list", "a@b.c", "--tag", "t"], "list takes an address or --tag, not both."],
  [["list", "--tag", "t", "--tag", "u"], "list takes one --tag."],
])("ends with 2 for %j", async (args, said) => {
  expect(await mayfly(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(said) });
});

it("helps, says its version, and says what to set", async () => {
  const help = expect.stringContaining("mayfly wait ADDRESS");
  for (const args of [["help"], ["--help"], ["wait", "-h"]]) {
    expect(await mayfly(...args)).toMatchObject({ code: 0, out: help, err: "" });
  }
  expect(await mayfly()).toMatchObject({ code: 2, out: "", err: help });
  expect(await mayfly("--version")).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
  vi.stubEnv("MAYFLY_KEY", "");
  expect(await mayfly("list")).toMatchObject({ code: 1, err: expect.stringContaining("No key: set MAYFLY_KEY") });
  vi.stubEnv("MAYFLY_KEY", key);
});

it("passes on agents' messages and batches, and answers with what fails once", async () => {
  const message = (id: string, method = "ping") => JSON.stringify({ jsonrpc: "2.0", id, method });
  const { code, out, err } = await fed(`[${message("a")},${message("b")}]\n${message("c")}\n[]\n7\n`, "mcp");
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([code, err, answers.length]).toEqual([0, "", 4]);
  expect(answers).toEqual(
    expect.arrayContaining([
      [expect.objectContaining({ id: "a", result: {} }), expect.objectContaining({ id: "b", result: {} })],
      expect.objectContaining({ id: "c", result: {} }),
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_700 }) }),
    ]),
  );
  vi.stubEnv("MAYFLY_KEY", "mfly_wrong");
  const refused = await fed(`${message("d")}\n[${message("e")}]\n`, "mcp");
  expect(refused.err).toBe("");
  expect(refused.out).toMatch(/^\{.*"id":"d".*401.*\}$/m);
  expect(refused.out).toMatch(/^\[\{.*"id":"e".*401.*\}\]$/m);
});
