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
async function ask(target: string, ...hosts: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  const lines = [`GET ${target} HTTP/1.1`, ...hosts, "Connection: close"];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "end");
  socket.destroy();
  return text.split("\r\n")[0] ?? "";
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
  [call, ["Host: a.example"]],
  [`http://a.example${call}`, ["Host: A.example:80"]],
  [`http://a.example:81${call}`, ["Host: a.example:81"]],
])("answers %s with %j", async (target, hosts) => {
  expect(await ask(target, ...hosts)).toBe("HTTP/1.1 200 OK");
});
