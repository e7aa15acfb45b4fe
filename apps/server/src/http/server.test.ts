import { once } from "node:events";
import { get, type IncomingMessage, request } from "node:http";
import {
  type Contract,
  contracts,
  email,
  inbox,
  plan,
  profile,
  requestOf,
  session,
  texts,
  webhook,
} from "@mayfly/contracts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockIsWaitedFor } from "../testing/lock.ts";
import { takeDatabaseAway } from "../testing/postgres.ts";
import { type TestApp, testApp } from "../testing/test_app.ts";

describe("HTTP", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ TRUST_PROXY: "127.0.0.1" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.guest.fetch(path, { method: "POST", body, headers });
  const json = { "content-type": "application/json" };

  it("answers an unknown method with 404 in the framework's form", async () => {
    for (const path of [
      ...["/api/method/frappe.nothing", "/api/method/", "/api/v2/emails", "/api/method/constructor"],
      // This call is a POST.
      "/api/method/login",
    ]) {
      const answer = await app.guest.fetch(path);
      expect(answer.status, path).toBe(404);
      expect(answer.body).toEqual({
        exc_type: "DoesNotExistError",
        exc: '["DoesNotExistError: No such endpoint"]',
        message: "No such endpoint",
        _server_messages: expect.any(String),
      });
    }
  });

  it("accepts a slash at the end of a call's path, as the framework does", async () => {
    const answer = await app.guest.fetch("/api/method/frappe.auth.get_logged_user/");
    expect(answer).toMatchObject({ status: 200, body: { message: "Guest" } });
  });

  it.each([
    ["a body that is no JSON", "{", json],
    ["a list as body", "[1]", json],
    ["a text as body", '"x"', json],
    ["a body of another kind", "<a/>", { "content-type": "application/xml" }],
    ["no multipart at all", "x", { "content-type": "multipart/form-data; boundary=y" }],
    ["no multipart at all, in capitals", "x", { "content-type": "Multipart/Form-data; boundary=y" }],
    [
      "a boundary that nothing can be parted by",
      "x",
      { "content-type": `multipart/form-data; boundary=${"y".repeat(1000)}` },
    ],
    ["__proto__", '{"__proto__": {"usr": "a@b.example"}}', json],
  ])("refuses %s with 417", async (_what, body, headers) => {
    const answer = await post("/api/method/login", body, headers);
    expect(answer.status).toBe(417);
    expect(answer.body.exc_type).toBe("ValidationError");
  });

  it.each([
    ["a name", webhook.get_webhook_deliveries, { webhook_name: "\0" }],
    ["an address", email.toggle_email, { email: "a\0b@mayfly.test" }],
  ])("refuses a NUL character in %s that is looked for with 417 (threat 17)", async (_what, contract, input) => {
    const member = await app.member("Administrator");
    const { status, body } = await member.call(contract, input);
    expect([status, body.message]).toEqual([417, "The request contains a character that cannot be stored."]);
  });

  it("redirects a browser from a path with invalid escapes to a readable path (P45, A67)", async () => {
    for (const [path, readable] of [
      ["/forget-password/%zz?a=1", "/forget-password/%25zz?a=1"],
      ["/%ff", "/%25ff"],
      ["//elsewhere.example/%zz", "/elsewhere.example/%25zz"],
    ] as const) {
      const { status, headers } = await app.guest.fetch(path, { headers: { accept: "text/html" } });
      expect([status, headers.get("location")], path).toEqual([302, readable]);
    }
  });

  it("refuses a call's path that cannot be decoded with 417, and sends a request id", async () => {
    const { status, body, headers } = await app.guest.fetch("/api/method/%zz");
    expect([status, body.exc_type]).toEqual([417, "ValidationError"]);
    expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  it("refuses a body that is too large with 413 (threat 48)", async () => {
    const answer = await post("/api/method/login", JSON.stringify({ usr: "x".repeat(2_000_000) }), json);
    expect(answer.status).toBe(413);
    expect(answer.body.exc_type).toBe("RequestTooLarge");
  });

  it("refuses an uploaded file with 417", async () => {
    const body = new FormData();
    body.set("usr", new File(["a"], "a.txt"));
    const { status, body: said } = await app.guest.fetch("/api/method/login", { method: "POST", body });
    expect([status, said.message]).toEqual([417, "A call takes fields, not files."]);
  });

  it("refuses requests from pages of another site (threat 30)", async () => {
    const login = { usr: "a@b.example", pwd: "x" };
    const status = async (headers: Record<string, string>) =>
      (await app.guest.call(session.login, login, headers)).status;
    expect(await status({ origin: "https://evil.example" })).toBe(403);
    expect(await status({ origin: "null" })).toBe(403);
    expect(await status({ origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await status({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
    // A name that its owner lets lead here (DNS rebinding).
    const rebound = { origin: "http://evil.example:4500", host: "evil.example:4500" };
    expect(await status(rebound)).toBe(403);
    expect((await app.guest.call(session.login, login, rebound)).body.message).toBe(
      "Open Mayfly at http://localhost:0. Other sites may not call it.",
    );
    expect(await status({ origin: app.url })).toBe(401);
    expect(await status({ "sec-fetch-site": "same-origin" })).toBe(401);
    expect(await status({})).toBe(401);
    const answer = await app.guest.fetch("/api/method/logout", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("answers 404 to a GET of every call that is a POST (threat 30)", async () => {
    const member = await app.member("Administrator");
    const changing = Object.values(contracts)
      .flatMap((calls) => Object.values<Contract>(calls))
      .filter(({ verb }) => verb === "POST");
    expect(changing.length).toBeGreaterThan(20);
    for (const { path } of changing) {
      expect((await member.fetch(path)).status, path).toBe(404);
    }
  });

  it.each(["/", "/inbox?email=a@b.example", "/theme.js", session.get_logged_user.path])(
    "sends a strict content security policy and nosniff with %s",
    async (path) => {
      const { headers, status } = await app.guest.fetch(path);
      expect(status).toBe(200);
      const policy = headers.get("content-security-policy") ?? "";
      const { host } = new URL(app.url);
      const scripts = /script-src ([^;]*);/
        .exec(policy)?.[1]
        ?.split(" ")
        .filter((source) => !source.startsWith("'sha256-"));
      expect(scripts).toEqual(["localhost:0", host].flatMap((own) => [`${own}/assets/`, `${own}/theme.js`]));
      expect(policy).toContain(`connect-src 'self' ws://localhost:0 wss://localhost:0 ws://${host} wss://${host};`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("permissions-policy")).toContain("camera=()");
    },
  );

  it("names no host in its policy that could not be one, and all of an origin whose host cannot be named", async () => {
    const policyFor = async (host: string) => {
      const asked = get({ port: new URL(app.url).port, host: "127.0.0.1", path: "/", headers: { host } });
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      answer.resume();
      return String(answer.headers["content-security-policy"]);
    };
    expect(await policyFor("evil.example; script-src *")).not.toContain("evil");
    expect(await policyFor("[::1]:3000")).toContain("script-src 'self'");
  });

  it.each([
    "/",
    "/assets/none.js",
    "/api/method/%zz",
    session.get_logged_user.path,
    profile.get_profile.path,
    inbox.img.path,
    "/socket.io/?EIO=4&transport=polling",
    "/socket.io/?EIO=4&transport=none",
  ])("lets no page frame %s, by both headers (threat 24)", async (path) => {
    const { headers } = await app.guest.fetch(path);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'$|frame-ancestors 'none';/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("sends the answer of a call as no-store", async () => {
    const { headers } = await app.guest.call(session.get_logged_user);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("sends the time of its clock in the Date header", async () => {
    const { now } = app.clock;
    app.clock.now = new Date("2026-11-21T12:00:00Z");
    const { headers } = await app.guest.call(session.get_logged_user);
    app.clock.now = now;
    expect(headers.get("date")).toBe("Sat, 21 Nov 2026 12:00:00 GMT");
  });

  it("serves the app at its paths, and hashed assets as immutable", async () => {
    for (const path of [
      "/",
      "/login",
      "/inbox?email=a@b.example",
      "/dashboard/emails",
      "/Dashboard/Emails/",
      "/forget-password/a",
    ]) {
      const page = await app.guest.fetch(path);
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toContain("text/html");
      expect(page.headers.get("cache-control")).toBe("no-cache");
    }
    const html = (await app.guest.fetch("/")).body as string;
    const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
    expect((await app.guest.fetch(script)).headers.get("cache-control")).toContain("immutable");
    expect((await app.guest.fetch("/assets/none.js")).status).toBe(404);
  });

  it("answers 404 where nothing is, with the app for who opens it as a page (row P24)", async () => {
    for (const path of [
      "/docs",
      "/llms.txt",
      "/metrics",
      "/.env",
      "/dashboard/nothing",
      "/forget-password/a/b",
      "/../../package.json",
    ]) {
      const [call, visit] = [
        await app.guest.fetch(path),
        await app.guest.fetch(path, { headers: { accept: "text/html" } }),
      ];
      expect([path, call.status, call.body.exc_type]).toEqual([path, 404, "DoesNotExistError"]);
      expect([path, visit.status]).toEqual([path, 404]);
      expect(visit.body).toContain('<div id="root">');
    }
  });

  it("answers HEAD as it answers GET, without the body (RFC 9110 section 9.3.2)", async () => {
    for (const path of ["/", "/login", "/inbox", "/dashboard/emails", "/homepage"]) {
      const [asked, got] = [await app.guest.fetch(path, { method: "HEAD" }), await app.guest.fetch(path)];
      const told = ({ status, headers }: typeof got) => [
        status,
        ...["content-type", "content-length", "etag", "cache-control"].map((name) => headers.get(name)),
      ];
      expect(told(asked), path).toEqual(told(got));
      expect(asked.body, path).toBe("");
    }
  });

  it("answers in HTTP/1.1 to a client that offers an upgrade to HTTP/2", async () => {
    const request = get(`${app.url}/healthz`, { headers: { connection: "Upgrade", upgrade: "h2c" } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
  });

  it("answers /healthz with the status ok", async () => {
    expect((await app.guest.fetch("/healthz")).body).toEqual({ status: "ok" });
  });

  it("answers 500 without details of an internal error", async () => {
    const member = await app.member("Member");
    await app.rootDb.$executeRawUnsafe("ALTER TABLE session RENAME TO session_away");
    const broken = await member.call(session.get_logged_user);
    await app.rootDb.$executeRawUnsafe("ALTER TABLE session_away RENAME TO session");
    expect(broken.status).toBe(500);
    expect(broken.body.message).toBe("An unexpected error occurred");
    expect(JSON.stringify(broken.body)).not.toMatch(/session_away|prisma|relation/i);
    expect((await member.call(session.get_logged_user)).body.message).toBe(member.name);
  });

  it("logs a failed call without its query string", async () => {
    const member = await app.member("Member");
    const { path } = session.get_logged_user;
    await app.rootDb.$executeRawUnsafe("ALTER TABLE session RENAME TO session_away");
    const { headers } = await member.fetch(`${path}?token=not-to-be-logged`);
    await app.rootDb.$executeRawUnsafe("ALTER TABLE session_away RENAME TO session");
    const id = String(headers.get("x-request-id"));
    const failed = app.log.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
    expect(failed).toMatchObject([{ msg: "request failed", method: "GET", path }]);
    expect(app.log.join()).not.toContain("not-to-be-logged");
  });

  it("logs a refused call at debug, with its id and the caller's address", async () => {
    const { path } = profile.get_profile;
    const { headers } = await app.guest.fetch(`${path}?token=not-to-be-logged`);
    const reqId = String(headers.get("x-request-id"));
    const lines = app.log.filter((line) => line.includes(reqId)).map((line) => JSON.parse(line));
    const from = "127.0.0.1";
    expect(lines).toMatchObject([{ level: 20, msg: "request refused", reqId, method: "GET", path, from, status: 401 }]);
    expect(app.log.join()).not.toContain("not-to-be-logged");
  });

  it.each(["/inbox", "/dashboard"])("does not render %s for a company whose plan has expired", async (path) => {
    const { company, name, fetch } = await app.member("Member");
    expect((await fetch(path)).body).toContain(name);
    const expiry_date = new Date(app.clock.now.getTime() - 2 * 86_400_000);
    await app.rootDb.subscription.update({ where: { company }, data: { expiry_date } });
    const { status, body } = await fetch(path);
    expect(status).toBe(200);
    expect(body).not.toContain(name);
  });

  it("renders a dashboard with what its member may see, and nothing of a colleague's or of another company (threat 38)", async () => {
    const colleague = await app.member("Administrator");
    const member = await app.member("Member", colleague.company);
    const [own, hidden, foreign] = [
      await app.address(member),
      await app.address(colleague),
      await app.address(await app.member("Member")),
    ];
    const { body, headers } = await member.fetch("/dashboard");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toContain(own);
    expect(body).not.toContain(hidden);
    expect(body).not.toContain(foreign);
    expect((await app.guest.fetch("/dashboard")).body).not.toContain("first-view");
  });

  it("answers one company while another's calls wait, and drops waiting calls of clients or members that left", async () => {
    const [busy, other] = [await app.member("Administrator"), await app.member("Member")];
    const leaving = await app.member("Administrator", busy.company);
    // Each has half of the company's calls at most.
    const both = [busy, await app.member("Administrator", busy.company)];
    const pageOf = async () => (await leaving.fetch("/inbox")).body as string;
    expect(await pageOf()).toContain(leaving.name);
    const [address, kept] = [await app.address(busy), await app.address(busy)];
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM subscription WHERE company = $1 FOR UPDATE", [busy.company]);
    const waiting = Array.from({ length: 10 }, () =>
      both.map((one) => one.call(email.toggle_email, { email: address, action: "activate" })),
    ).flat();
    const locked = async () =>
      await app.rootDb
        .$queryRaw`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let page: Promise<string> | undefined;
    try {
      await expect.poll(locked).toHaveLength(2);
      waiting.push(leaving.call(email.toggle_email, { email: address, action: "deactivate" }));
      page = pageOf();
      // If the client hangs up while its call waits, the call is not made.
      const { path, body, ...given } = requestOf(email.toggle_email, { email: kept, action: "deactivate" });
      const headers = { ...given.headers, cookie: busy.cookie };
      const left = request(app.url + path, { ...given, headers, agent: false });
      left.end(body);
      await once(left, "finish");
      left.socket?.end();
      await once(left, "error");
      expect((await other.call(plan.get_stats)).status).toBe(200);
      // If a member is deactivated while their call waits, it is refused, and their inbox is not rendered.
      await app.rootDb.member.update({ where: { name: leaving.name }, data: { is_active: false } });
    } finally {
      await holder.end();
    }
    const answers = (await Promise.all(waiting)).map(({ status }) => status);
    expect(answers).toEqual([...answers.slice(1).map(() => 200), 401]);
    expect(await page).not.toContain(leaving.name);
    await busy.call(email.toggle_email, { email: address, action: "activate" });
    expect(await app.rootDb.email.findUnique({ where: { email_name: kept } })).toMatchObject({ is_active: true });
  });

  it("limits concurrent session look-ups of one network, so that others are answered meanwhile", async () => {
    const stranger = app.guest;
    stranger.cookie = "sid=made-up";
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query("BEGIN; LOCK TABLE session");
    const asked = Array.from({ length: 20 }, () =>
      stranger.call(session.get_logged_user, {}, { "x-forwarded-for": "192.0.2.1" }),
    );
    await lockIsWaitedFor(app.rootDb, 2);
    const usr = "nobody@elsewhere.example";
    const other = await app.guest.call(session.login, { usr, pwd: "x" }, { "x-forwarded-for": "192.0.2.2" });
    expect(other.status).toBe(401);
    await client.query("ROLLBACK");
    for (const { status, body } of await Promise.all(asked)) expect([status, body.message]).toEqual([200, "Guest"]);
    await client.end();
  });

  it("answers 503 while the database is away, and works again when it is back", async () => {
    const member = await app.member("Member");
    const back = await takeDatabaseAway(app.databaseUrl);
    const away = await member.call(session.get_logged_user);
    await back();
    expect(away.status).toBe(503);
    expect(away.headers.get("retry-after")).toBe("1");
    expect(away.body).toMatchObject({ exc_type: "ServiceUnavailable", message: texts.unavailable });
    await expect.poll(async () => (await member.call(session.get_logged_user)).body.message).toBe(member.name);
  });
});

it("marks the cookie Secure behind https, and refuses calls from pages without https (threat 30)", async () => {
  await using app = await testApp({ PUBLIC_URL: "https://mail.company.example" });
  const member = await app.member("Member");
  const answer = await app.guest.call(session.login, { usr: member.name, pwd: member.password });
  expect(answer.headers.get("set-cookie")).toMatch(/^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");

  const status = async (origin: string) =>
    (await app.guest.call(session.login, { usr: member.name, pwd: member.password }, { origin })).status;
  expect(await status("https://mail.company.example")).toBe(200);
  expect(await status(app.url.replace("http:", "https:"))).toBe(200);
  expect(await status(app.url)).toBe(403);
});
