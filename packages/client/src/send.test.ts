import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { freePort } from "@mayfly/server/process/free_port";
import { certificate } from "@mayfly/server/testing/certificate";
import { expect, it, vi } from "vitest";
import { ConfigurationError, ConnectionError, Mayfly, UnexpectedAnswer } from "./index.ts";

const me = { member: { name: "ada@lakeside.example" } };
const json = { "content-type": "application/json" };

/** A server that answers as it is told, and notes what it is asked. */
async function serving(answer: RequestListener, given: { port?: number; server?: Server } = {}) {
  const seen: { method: string; url: string; key: string; body: string }[] = [];
  const server =
    given.server ??
    createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const key = String(request.headers["idempotency-key"]);
      seen.push({ method: request.method ?? "", url: request.url ?? "", key, body });
      answer(request, response);
    });
  await new Promise<void>((listening) => server.listen(given.port ?? 0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { port, seen, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() };
}

const clientOf = (url: string, retrySeconds?: number) => new Mayfly({ url, key: "mfly_key", retrySeconds });

it("says what to set when there is no URL or key, or none that can be one", () => {
  vi.stubEnv("MAYFLY_URL", undefined);
  vi.stubEnv("MAYFLY_KEY", undefined);
  const refused = (given: object) => {
    try {
      new Mayfly(given);
      return "";
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      return (error as Error).message;
    }
  };
  expect(refused({})).toContain("set MAYFLY_URL");
  expect(refused({ url: "" })).toContain("set MAYFLY_URL");
  for (const url of ["localhost:3000", "ftp://a.example", "http://", "mail.example.com"]) {
    expect(refused({ url })).toContain(`'${url}' is not a URL: set MAYFLY_URL`);
  }
  expect(refused({ url: "http://localhost:3000" })).toContain("set MAYFLY_KEY");
  expect(refused({ url: "http://me:secret@localhost:3000", key: "mfly_a" })).toMatch(
    /^MAYFLY_URL must not contain a user name/,
  );
  expect(refused({ url: "http://localhost:3000/api/v1/", key: "mfly_a" })).toMatch(
    /set it to http:\/\/localhost:3000\.$/,
  );
  expect(refused({ url: "http://localhost:3000", key: "“mfly_a”" })).toContain("copy it again");
  vi.stubEnv("MAYFLY_URL", "http://localhost:3000");
  vi.stubEnv("MAYFLY_KEY", "mfly_a");
  expect(refused({})).toBe("");
  vi.unstubAllEnvs();
});

it("asks for nothing by an id that leads to something else", async () => {
  using server = await serving((_, response) => response.writeHead(200, json).end(JSON.stringify({ data: [] })));
  const mayfly = clientOf(server.url, 0);
  for (const id of ["", " ", ".", ".."]) {
    const calls = [
      mayfly.messages.get(id),
      mayfly.emails.open(id).get(),
      mayfly.emails.open(id).wait(),
      mayfly.emails.open(id).end(),
    ];
    for (const error of await Promise.all(calls.map((call) => call.catch((error) => error)))) {
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toMatch(/ is no id for \/api\/v1\//);
    }
  }
  expect(server.seen).toEqual([]);
});

it("says that a server is down, after it was tried for a while", async () => {
  const port = await freePort();
  const failed = await clientOf(`http://127.0.0.1:${port}`, 0.3)
    .me()
    .catch((error) => error);
  expect(failed).toBeInstanceOf(ConnectionError);
  expect(failed.message).toMatch(
    /^http:\/\/127.0.0.1:\d+ cannot be reached \(.*ECONNREFUSED.*\). Check that MAYFLY_URL/,
  );
});

it("goes on when a server that restarts is there again", async () => {
  const port = await freePort();
  const asked = clientOf(`http://127.0.0.1:${port}`).me();
  await new Promise(setImmediate);
  using _ = await serving((_, response) => response.writeHead(200, json).end(JSON.stringify(me)), { port });
  expect(await asked).toEqual(me);
});

it("repeats a POST with the same Idempotency-Key when the connection breaks or the server is busy", async () => {
  let times = 0;
  using server = await serving((request, response) => {
    times += 1;
    if (times === 1) request.socket.destroy();
    else if (times === 2)
      response.writeHead(200, { ...json, "content-length": "100" }).write("{", () => request.socket.destroy());
    else if (times === 3) response.writeHead(503, json).end("{}");
    else if (times === 4) response.writeHead(429, { ...json, "retry-after": new Date().toUTCString() }).end("{}");
    else if (times === 5) response.writeHead(409, json).end('{"code":"idempotency_in_progress"}');
    else response.writeHead(201, json).end('{"email_name":"a@mayfly.test"}');
  });
  expect((await clientOf(server.url).emails.create({ run: "r" })).address).toBe("a@mayfly.test");
  expect(server.seen).toHaveLength(6);
  expect(new Set(server.seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  expect(server.seen[0]).toMatchObject({ key: expect.stringMatching(/^[\da-f-]{36}$/), body: '{"run":"r"}' });
});

it("repeats no change, whose meaning may depend on when it comes", async () => {
  using server = await serving((request) => request.socket.destroy());
  const inbox = clientOf(server.url).emails.open("a@mayfly.test");
  await expect(inbox.update({ expires_in: 60 })).rejects.toThrow(ConnectionError);
  expect(server.seen).toHaveLength(1);
});

it("says that something else answers than a Mayfly server, and where calls are sent on to", async () => {
  using page = await serving((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi"));
  const failed = await clientOf(page.url)
    .me()
    .catch((error) => error);
  expect(failed).toBeInstanceOf(UnexpectedAnswer);
  expect(failed.message).toBe(
    `GET ${page.url}/api/v1/me was answered with text/html and status 200, not as Mayfly answers. ` +
      "Set MAYFLY_URL to the address of your Mayfly server, without a path.",
  );
  using gone = await serving((_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Hi"));
  await expect(clientOf(gone.url).me()).rejects.toThrow("text/html and status 404");
  using elsewhere = await serving((_, response) => response.writeHead(301, { location: `${page.url}/x` }).end());
  await expect(clientOf(elsewhere.url).me()).rejects.toThrow(`Set MAYFLY_URL to ${page.url}.`);
  // The key went to the first alone.
  expect(page.seen).toHaveLength(1);
});

it("says what to do about a certificate that is not trusted, and about TLS where there is none", async () => {
  await using files = await certificate("localhost");
  const [cert, key] = [readFileSync(files.cert), readFileSync(files.key)];
  using server = await serving(() => {}, { server: createTlsServer({ cert, key }) });
  const url = `https://127.0.0.1:${server.port}`;
  await expect(clientOf(url).me()).rejects.toThrow(/^The certificate of https:.* is not trusted .*NODE_EXTRA_CA_CERTS/);
  using plain = await serving((_, response) => response.end());
  await expect(clientOf(plain.url.replace("http", "https")).me()).rejects.toThrow(
    `does not speak TLS. If that is intended, set MAYFLY_URL to ${plain.url}.`,
  );
});

it("waits for longer than the server does in one call, and goes on when the server ends one early", async () => {
  const found = { found: true, messages: [{ subject: "late" }] };
  const early = { found: false, waited_ms: 5, explanation: { text: "" } };
  let times = 0;
  using server = await serving((_, response) => {
    times += 1;
    response.writeHead(200, json).end(JSON.stringify(times < 3 ? early : found));
  });
  const message = await clientOf(server.url).emails.open("a@mayfly.test").wait({ timeout: 75, subject: "late" });
  expect(message.subject).toBe("late");
  const asked = server.seen.map(({ body }) => JSON.parse(body));
  expect(asked.map(({ timeout, match }) => [timeout, match])).toEqual(Array(3).fill([50, { subject: "late" }]));
  expect(new Set(server.seen.map(({ key }) => key)).size).toBe(3);
});

it("leaves a server alone for as long as it asks, in seconds or until an instant", async () => {
  for (const after of ["600", new Date(Date.now() + 600_000).toUTCString()]) {
    using server = await serving((_, response) => response.writeHead(503, { "retry-after": after, ...json }).end("{}"));
    await expect(clientOf(server.url).me()).rejects.toThrow("is not available (503)");
    expect(server.seen).toHaveLength(1);
  }
});

it("says that the server behind a proxy is away", async () => {
  for (const status of [502, 503, 504]) {
    using proxy = await serving((_, response) =>
      response.writeHead(status, { "content-type": "text/html" }).end("<h1>Bad"),
    );
    const failed = await clientOf(proxy.url, 0)
      .me()
      .catch((error) => error);
    expect(failed).toBeInstanceOf(ConnectionError);
    expect(failed.message).toBe(
      `The server behind ${proxy.url} is not available (${status}). Check that Mayfly is running there.`,
    );
  }
});

it("waits for mail through an outage, for as long as the wait has left", async () => {
  const found = { found: true, messages: [{ subject: "late" }] };
  for (const claim of [false, true]) {
    let times = 0;
    using server = await serving((request, response) => {
      times += 1;
      if (times < 4) request.socket.destroy();
      else response.writeHead(200, json).end(JSON.stringify(found));
    });
    const inbox = clientOf(server.url, 0).emails.open("a@mayfly.test");
    expect((await inbox.wait({ timeout: 40, ...(claim && { claim }) })).subject).toBe("late");
    const timeouts = server.seen.map(({ body }) => JSON.parse(body).timeout as number);
    expect(server.seen).toHaveLength(4);
    // A claim that was made is only found by its key.
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(claim ? 1 : 4);
    // No attempt outlasts the wait.
    expect(new Set(timeouts).size).toBe(4);
    expect(timeouts).toEqual([...timeouts].sort((one, other) => other - one));
  }
  using gone = await serving((request) => request.socket.destroy());
  const failed = clientOf(gone.url, 0).emails.open("a@mayfly.test").wait({ timeout: 0.5 });
  await expect(failed).rejects.toThrow(ConnectionError);
  expect(gone.seen.length).toBeGreaterThan(1);
});

it("takes for done what was done when its answer was lost", async () => {
  let times = 0;
  using server = await serving((request, response) => {
    times += 1;
    if (times === 1) request.socket.destroy();
    else
      response.writeHead(404, { "content-type": "application/problem+json" }).end('{"status":404,"code":"not_found"}');
  });
  await clientOf(server.url).emails.open("a@mayfly.test").end();
  expect(server.seen.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
  await expect(clientOf(server.url).emails.open("b@mayfly.test").end()).rejects.toMatchObject({ status: 404 });
});
