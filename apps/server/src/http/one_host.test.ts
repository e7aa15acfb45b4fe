import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../testing/test_app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** @returns the status line */
const ask = async (target: string, ...hosts: string[]) => (await answerTo(target, ...hosts)).split("\r\n")[0] ?? "";

async function answerTo(target: string, ...hosts: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  const lines = [`GET ${target} HTTP/1.1`, ...hosts, "Connection: close"];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "end");
  socket.destroy();
  return text;
}

const call = "/api/method/frappe.auth.get_logged_user";

it.each([
  [call, ["Host: a.example", "Host: b.example"]],
  [call, ["Host: a.example", "host: a.example"]],
  [call, ["Host: a.example", "X-Other: x", "HOST:"]],
  [`http://b.example${call}`, ["Host: a.example"]],
  [`http://a.example:81${call}`, ["Host: a.example"]],
  ["/homepage", ["Host: a.example", "Host: b.example"]],
  ["/socket.io/?EIO=4&transport=polling", ["Host: a.example", "Host: b.example"]],
])("answers %s with %j with 400", async (target, hosts) => {
  expect(await ask(target, ...hosts)).toBe(
    target.startsWith("/socket.io") ? "HTTP/1.1 403 Forbidden" : "HTTP/1.1 400 Bad Request",
  );
});

it.each([
  ["/api/v1/me", ["Host: a.example", "Host: b.example"]],
  ["/api/v1/nothing", ["Host: a.example", "Host: b.example"]],
  ["http://b.example/api/v1/me", ["Host: a.example"]],
  ["/mcp", ["Host: a.example", "Host: a.example"]],
])("answers %s with %j with a problem (row Q10)", async (target, hosts) => {
  const answer = await answerTo(target, ...hosts);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/^content-type: application\/problem\+json/im);
  expect(answer).toContain('"code":"unreadable"');
});

it.each([
  [call, ["Host: a.example"]],
  [`http://a.example${call}`, ["Host: A.example:80"]],
  [`http://a.example:81${call}`, ["Host: a.example:81"]],
])("answers %s with %j", async (target, hosts) => {
  expect(await ask(target, ...hosts)).toBe("HTTP/1.1 200 OK");
});
