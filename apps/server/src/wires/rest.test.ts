import { type IncomingMessage, METHODS, request } from "node:http";
import { connect } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { type Contract, resources } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import { apiClient } from "../testing/api_client.ts";
import { type TestApp, testApp } from "../testing/test_app.ts";
import { rest } from "./rest.ts";

const spoken = (refusal: Refusal) => {
  const { headers, contentType, body } = rest.refusal(refusal, "the request");
  return { status: rest.statusOf(refusal), headers, contentType, body: JSON.parse(body) };
};

describe("a refusal on the REST wire", () => {
  it.each<[Refusal, number, string]>([
    [new Refusal("AuthenticationError", "x"), 401, "unauthenticated"],
    [Refusal.forbidden("x"), 403, "forbidden"],
    [Refusal.notFound("x"), 404, "not_found"],
    [Refusal.wrongMethod(["GET", "HEAD"]), 405, "method_not_allowed"],
    [Refusal.duplicate("x"), 409, "conflict"],
    [new Refusal("RequestTooLarge", "x"), 413, "too_large"],
    [Refusal.unread(), 400, "unreadable"],
    [Refusal.invalid("x"), 422, "invalid"],
    [Refusal.tooMany(5), 429, "rate_limited"],
    [new Refusal("ServerError", "x"), 500, "server_error"],
    [new Refusal("ServiceUnavailable", "x"), 503, "unavailable"],
  ])("is a problem (RFC 9457) with a status and a stable word: %s %i", (refusal, status, code) => {
    const said = spoken(refusal);
    expect(said.contentType).toBe("application/problem+json; charset=utf-8");
    expect(said.status).toBe(status);
    const title = expect.stringMatching(/^[A-Z][a-z ]+$/);
    const { message: detail } = refusal;
    const type = `/api/v1/docs/problems#${code}`;
    expect(said.body).toEqual({ type, title, status, detail, code, request_id: "the request" });
  });

  it("says how to authenticate, and which verbs there are", () => {
    expect(spoken(new Refusal("AuthenticationError", "x")).headers).toMatchObject({ "www-authenticate": "Bearer" });
    expect(spoken(Refusal.wrongMethod(["GET", "HEAD"])).headers).toMatchObject({ allow: "GET, HEAD" });
  });

  it("points to each field that is wrong (RFC 6901)", () => {
    const problems = [
      { path: ["emails", "0", "a/b~c"], text: "is wrong" },
      { path: [], text: "is wrong as a whole" },
      { path: ["half a character: \ud800"], text: "is not known" },
    ];
    expect(spoken(Object.assign(Refusal.invalid("is wrong"), { problems })).body.errors).toEqual([
      { pointer: "#/emails/0/a~1b~0c", detail: "is wrong" },
      { pointer: "#", detail: "is wrong as a whole" },
      { pointer: "#/half%20a%20character%3A%20%EF%BF%BD", detail: "is not known" },
    ]);
  });
});

it("answers with what a call returns, where it was created, or that there is nothing to say", () => {
  const { get } = resources.me;
  const contentType = "application/json; charset=utf-8";
  const output = { name: "a" };
  expect(rest.answer(get, output)).toEqual({ status: 200, headers: {}, contentType, body: '{"name":"a"}' });
  const creates: Contract = { ...get, location: (made) => `/api/v1/things/${(made as typeof output).name}` };
  const location = "/api/v1/things/a";
  expect(rest.answer(creates, output)).toEqual({
    status: 201,
    headers: { location },
    contentType,
    body: '{"name":"a"}',
  });
  expect(rest.answer(get, undefined)).toMatchObject({ status: 204, body: "" });
});

describe("the REST wire of a server", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const problem = async (path: string, init?: RequestInit) => {
    const { status, headers, body } = await app.guest.fetch(path, init);
    expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(body.request_id).toBe(headers.get("x-request-id"));
    expect(body.status).toBe(status);
    expect(headers.get("cache-control")).toBe("no-store");
    return { status, code: body.code, headers };
  };

  it("asks a caller without a key for one, whatever cookie there is (row Q06)", async () => {
    const admin = await app.member("Administrator");
    for (const headers of [{}, { cookie: admin.cookie }]) {
      const answer = await problem("/api/v1/me", { headers });
      expect([answer.status, answer.code]).toEqual([401, "unauthenticated"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    const wrong = await problem("/api/v1/me", { headers: { cookie: admin.cookie, authorization: "Bearer x" } });
    expect([wrong.status, wrong.code]).toEqual([401, "invalid_key"]);
  });

  it("refuses verbs that the document and its pages do not have, and asks for no key to read them", async () => {
    for (const path of ["/api/v1/openapi.json", "/api/v1/docs", "/api/v1/docs/problems"]) {
      for (const method of ["POST", "PUT", "DELETE"]) {
        const answer = await problem(path, { method });
        expect([answer.status, answer.code, answer.headers.get("allow")]).toEqual([
          ...[405, "method_not_allowed", "GET, HEAD"],
        ]);
      }
      expect((await app.guest.fetch(path, { headers: { authorization: "Bearer x" } })).status).toBe(200);
    }
  });

  it("refuses verbs that a resource does not have, and names those that it has", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await problem("/api/v1/me", { method });
      expect([answer.status, answer.code, answer.headers.get("allow")]).toEqual([
        405,
        "method_not_allowed",
        "GET, HEAD",
      ]);
    }
    expect((await fetch(`${app.url}/api/v1/me`, { method: "HEAD" })).status).toBe(401);
  });

  /** The answer to what a program writes on a connection. */
  const written = async (text: string) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    // Only written, not ended: whoever hangs up is not answered.
    socket.write(text);
    const [head = "", body = ""] = (await readAll(socket)).split("\r\n\r\n");
    const headers = new Headers(
      head
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(": ") as [string, string]),
    );
    return { status: Number(head.split(" ")[1]), headers, body: body === "" ? undefined : JSON.parse(body) };
  };

  it("refuses every verb that Node reads, also those of WebDAV", async () => {
    const others = METHODS.filter((method) => !["GET", "HEAD", "CONNECT"].includes(method));
    expect(others).toEqual(expect.arrayContaining(["PROPFIND", "LINK", "M-SEARCH", "PURGE", "TRACE"]));
    for (const method of others) {
      const { status, headers, body } = await written(
        `${method} /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect([method, status, headers.get("allow"), headers.get("cache-control"), body.code]).toEqual([
        ...[method, 405, "GET, HEAD", "no-store", "method_not_allowed"],
      ]);
    }
  });

  it.each([
    ["a URL of more than 16 KB", `GET /api/v1/me?x=${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ["headers of more than 16 KB", `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["a header without a name", "GET /api/v1/me HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n", 400],
    ["a method that nobody knows", "FETCH /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["what is no HTTP", "hello\r\n\r\n", 400],
  ])("answers %s with a problem too", async (_what, text, status) => {
    const answer = await written(text);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      ...[status, "application/problem+json; charset=utf-8", "no-store"],
    ]);
    const code = status === 431 ? "headers_too_large" : "unreadable";
    expect(answer.body).toMatchObject({ status, code, request_id: answer.headers.get("x-request-id") });
  });

  it("says in the same form what is not there, cannot be read, or is too large", async () => {
    for (const path of [
      "/api/v1",
      "/api/v1/",
      "/api/v1/nothing",
      "/api/v1?x=1",
      "/api/v1/me/more",
      "//api/v1/me",
      "/api//v1/me",
    ]) {
      expect(await problem(path)).toMatchObject({ status: 404, code: "not_found" });
    }
    const post = { method: "POST", headers: { "content-type": "application/json" } };
    expect(await problem("/api/v1/me", { ...post, body: "{" })).toMatchObject({ status: 400, code: "unreadable" });
    const xml = { method: "POST", headers: { "content-type": "application/xml" }, body: "<a/>" };
    expect(await problem("/api/v1/emails", xml)).toMatchObject({ status: 415, code: "unsupported_media_type" });
    const body = JSON.stringify({ a: "x".repeat(200_000) });
    expect(await problem("/api/v1/me", { ...post, body })).toMatchObject({ status: 413, code: "too_large" });
    // Other paths that only begin alike are not its.
    expect((await app.guest.fetch("/api/v12")).body).toHaveProperty("exc_type");
  });

  it("takes requests from other origins, since no cookie counts", async () => {
    const headers = { origin: "https://elsewhere.example" };
    expect(await problem("/api/v1/me", { method: "POST", headers })).toMatchObject({ status: 405 });
  });

  it("refuses a second Authorization header, of which a proxy may go by the other", async () => {
    const admin = await app.member("Administrator");
    const { key } = await apiClient(app, admin);
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const headers = ["host", "localhost", "authorization", `Bearer ${key}`, "authorization", "Bearer x"];
      request(`${app.url}/api/v1/me`, { headers }, ({ statusCode }: IncomingMessage) => resolve(statusCode))
        .on("error", reject)
        .end();
    });
    expect(answer).toBe(400);
  });
});
