import { api_key, resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient, clientWith } from "../../testing/api_client.ts";
import { sharedApp, testApp } from "../../testing/test_app.ts";
import { makeKey } from "../../text/api_key.ts";

const app = sharedApp({ RATE_LIMIT_FACTOR: "0.5", TRUST_PROXY: "127.0.0.1" });

it("tells a program who it calls as, with which key, and what the plan leaves (row Q07)", async () => {
  const admin = await app.member("Administrator");
  await app.limit("email", { limit: 7 });
  await app.address(admin);
  const client = await apiClient(app, admin, { scopes: ["team:read"] });
  const { status, body } = await client.call(resources.me.get);
  expect(status).toBe(200);
  expect(body).toEqual({
    now: app.clock.now.toISOString(),
    member: {
      id: admin.name,
      name: admin.name,
      full_name: expect.stringMatching(/^Administrator /),
      role: "Administrator",
    },
    company: { id: admin.company, name: admin.company, company_name: expect.stringMatching(/^Company /) },
    key: { id: client.name, name: client.name, key_name: "Test", scopes: ["team:read"], expiry: null },
    plan: {
      plan: "Business",
      expiry_date: null,
      limits: {
        email: { used: 1, limit: 7 },
        team: { used: 1, limit: null },
        domain: { used: 0, limit: null },
        webhook: { used: 0, limit: null },
      },
    },
  });
});

it("refuses who has no key, and takes no cookie for one (row Q06)", async () => {
  const admin = await app.member("Administrator");
  for (const who of [app.guest, admin]) {
    const { status, body, headers } = await who.call(resources.me.get);
    expect([status, headers.get("www-authenticate"), headers.get("content-type")]).toEqual([
      ...[401, "Bearer", "application/problem+json; charset=utf-8"],
    ]);
    expect(body).toEqual({
      ...{ type: "/api/v1/docs/problems#unauthenticated", title: "Not authenticated", status: 401 },
      ...{ detail: "Send a key: Authorization: Bearer mfly_…", code: "unauthenticated" },
      request_id: headers.get("x-request-id"),
    });
  }
});

it.each([
  ["a key that there is not", () => `Bearer ${makeKey()}`],
  ["a wrong checksum", () => `Bearer ${makeKey().slice(0, -1)}_`],
  ["nothing", () => "Bearer "],
  ["very much", () => `Bearer ${"m".repeat(10_000)}`],
])("refuses %s as a key", async (_what, authorization) => {
  const { status, body } = await app.guest.call(resources.me.get, {}, { authorization: authorization() });
  expect([status, body.code]).toEqual([401, "invalid_key"]);
});

it("takes another scheme for no key, and a key in any spelling of its scheme", async () => {
  const { body } = await app.guest.call(resources.me.get, {}, { authorization: "Basic bWZseTpmbHk=" });
  expect(body).toMatchObject({ status: 401, code: "unauthenticated" });
  const { key } = await apiClient(app, await app.member("Member"));
  for (const authorization of [`bearer ${key}`, `BEARER   ${key} `, `Bearer\t${key}`]) {
    expect((await app.guest.call(resources.me.get, {}, { authorization })).status).toBe(200);
  }
});

it("counts for nothing that a cookie comes by another spelling of the path (threat 50)", async () => {
  const admin = await app.member("Administrator");
  for (const path of ["/api/v%31/me", "/%61pi/v1/emails", "/api/%761/members", "/api/v1/emails/"]) {
    const { status, body } = await admin.fetch(path);
    expect([path, status, body.code]).toEqual([path, 401, "unauthenticated"]);
  }
  const { key } = await apiClient(app, admin);
  const headers = { authorization: `Bearer ${key}` };
  expect((await app.guest.fetch("/api/v%31/me", { headers })).status).toBe(200);
  expect((await app.guest.fetch("/api/v%31/nothing")).body).toMatchObject({ status: 404, code: "not_found" });
});

it("takes a key only from its networks (row Q04)", async () => {
  const admin = await app.member("Administrator");
  const here = await apiClient(app, admin, { networks: ["203.0.113.0/24", "127.0.0.0/8"] });
  const elsewhere = await apiClient(app, admin, { networks: ["203.0.113.0/24", "::1/128"] });
  expect((await here.call(resources.me.get)).status).toBe(200);
  expect((await elsewhere.call(resources.me.get)).body).toMatchObject({
    ...{ status: 403, code: "network_not_allowed", detail: expect.stringContaining("127.0.0.1") },
  });
  // As TRUST_PROXY tells it.
  const from = { "x-forwarded-for": "198.51.100.9" };
  expect((await here.call(resources.me.get, {}, from)).body.detail).toContain("198.51.100.9");
});

it("tells the security log of a key that may not, and no log of a key itself (threat 52)", async () => {
  const member = await app.member("Member");
  const client = await apiClient(app, member, { scopes: ["team:read"] });
  app.log.length = 0;
  expect((await client.call(resources.emails.list)).status).toBe(403);
  expect((await clientWith(app, `${client.key.slice(0, -1)}_`).call(resources.me.get)).status).toBe(401);
  const log = app.log.join("");
  expect(log).toContain('"access_refused"');
  expect(log).not.toContain(client.key.slice(8));
});

it("has one line of a refused call at info, by which the operator finds it, without an address (row Q10)", async () => {
  const client = await apiClient(app, await app.member("Member"));
  const { body } = await client.call(resources.emails.get, { id: "nobody@mayfly.test" });
  await clientWith(app, makeKey()).call(resources.me.get);
  const lines = app.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request refused");
  expect(lines.filter(({ key }) => key === client.name)).toEqual([
    expect.objectContaining({
      ...{
        level: 30,
        reqId: body.request_id,
        key: client.name,
        call: "GET /api/v1/emails/:id",
        status: 404,
        code: "not_found",
      },
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain("nobody@");
});

it("refuses a company whose plan lacks the API, and names the feature (rows Q01 and Q10)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  await app.limit("api", { available: false });
  const { body } = await client.call(resources.me.get);
  expect(body).toMatchObject({ status: 403, code: "feature_unavailable", feature: "api" });
});

it("counts calls by key and company, and guesses by source (rows Q06 and Q11)", async () => {
  await using app = await testApp({ RATE_LIMIT_FACTOR: "0.001" });
  const admin = await app.member("Administrator");
  const [one, two] = [await apiClient(app, admin), await apiClient(app, admin)];
  const call = async (client: typeof one) => {
    const { status, headers } = await client.call(resources.me.get);
    return [status, headers.get("ratelimit-policy"), headers.get("ratelimit")?.replace(/t=\d+/g, "t")];
  };
  const policy = '"key";q=6;w=60, "company";q=12;w=60';
  for (let left = 5; left >= 0; left -= 1) {
    expect(await call(one)).toEqual([200, policy, `"key";r=${left};t, "company";r=${left + 6};t`]);
  }
  const { status, headers, body } = await one.call(resources.me.get);
  expect([status, body.code, Number(headers.get("retry-after")) > 0]).toEqual([429, "rate_limited", true]);
  expect(headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
  // What one key is refused does not use up what the others may.
  for (let count = 0; count < 10; count += 1) await one.call(resources.me.get);
  for (let left = 5; left >= 0; left -= 1) {
    expect(await call(two)).toEqual([200, policy, `"key";r=${left};t, "company";r=${left};t`]);
  }
  expect((await one.call(resources.keys.remove_self)).status).toBe(204);
});

it("says on every answer to a key what is left, and counts what cannot be read (row Q11)", async () => {
  const client = await apiClient(app, await app.member("Administrator"));
  const json = { "content-type": "application/json" };
  const post = (body: string, headers: Record<string, string> = json) => ({ method: "POST", body, headers });
  const asked: [status: number, path: string, init?: RequestInit][] = [
    [200, "/api/v1/me"],
    [201, "/api/v1/emails", post("{}")],
    [400, "/api/v1/emails", post("{")],
    [400, "/api/v1/emails", post("[]")],
    [413, "/api/v1/emails", post(JSON.stringify({ reason: "x".repeat(200_000) }))],
    [415, "/api/v1/emails", post("a=b", { "content-type": "application/x-www-form-urlencoded" })],
    [415, "/api/v1/emails", post("a", { "content-type": "application/zip" })],
    [422, "/api/v1/emails", post('{"x":1}')],
    [404, "/api/v1/nothing"],
    [400, "/api/v1/nothing", post("{")],
    [404, "//api//v1/emails"],
    [404, `/api/v1/emails/${"a".repeat(400)}`],
    [400, "/api/v1/%zz"],
    [405, "/api/v1/emails", { method: "PUT" }],
    [405, "/api/v1/openapi.json", post("{}")],
    [405, "/mcp"],
  ];
  for (const [at, [expected, path, init]] of asked.entries()) {
    const { status, headers, body } = await client.fetch(path, init);
    expect([path, status, headers.get("ratelimit")], JSON.stringify(body)).toEqual([
      ...[path, expected],
      expect.stringContaining(`"key";r=${2999 - at};`),
    ]);
    if (status >= 400) expect([path, body.status]).toEqual([path, status]);
  }
  const wrong = clientWith(app, makeKey());
  for (const [, path, init] of asked)
    expect((await wrong.fetch(path, init)).body).toMatchObject({ code: "invalid_key" });
});

it("counts guesses of one network for themselves, and touches no key that is right (rows Q03 and Q06, threat 52)", async () => {
  const admin = await app.member("Administrator");
  const [fresh, known, revoked] = [
    await apiClient(app, admin),
    await apiClient(app, admin),
    await apiClient(app, admin),
  ];
  for (const client of [known, revoked]) expect((await client.call(resources.me.get)).status).toBe(200);
  await admin.call(api_key.revoke_api_key, { name: revoked.name });
  const from = { "x-forwarded-for": "192.0.2.1" };
  // What was mistyped is no guess.
  const mistyped = clientWith(app, `${makeKey().slice(0, -1)}_`);
  for (let count = 0; count < 40; count += 1) {
    expect((await mistyped.call(resources.me.get, {}, from)).body.code).toBe("invalid_key");
  }
  const guess = async () => (await clientWith(app, makeKey()).call(resources.me.get, {}, from)).status;
  const guesses = [];
  for (let count = 0; count < 32; count += 1) guesses.push(await guess());
  // Thirty guesses are allowed with this factor.
  expect(guesses).toEqual([...Array(30).fill(401), 429, 429]);
  const { body, headers } = await clientWith(app, makeKey()).call(resources.me.get, {}, from);
  expect(body).toMatchObject({
    status: 429,
    code: "too_many_guesses",
    detail: expect.stringContaining("The key does not exist"),
  });
  expect(headers.get("ratelimit-policy")).toBe('"guesses";q=30;w=60');
  expect(headers.get("ratelimit")).toMatch(/^"guesses";r=0;t=\d+$/);
  expect(headers.get("retry-after")).toMatch(/^\d+$/);
  for (const client of [known, fresh]) {
    const { status, headers } = await client.call(resources.me.get, {}, from);
    expect([status, headers.get("ratelimit-policy")]).toEqual([200, expect.stringContaining('"key";')]);
  }
  expect((await mistyped.call(resources.me.get, {}, from)).body.code).toBe("invalid_key");
  for (let count = 0; count < 5; count += 1) {
    expect((await revoked.call(resources.me.get, {}, from)).body).toMatchObject({ status: 401, code: "invalid_key" });
  }
});
