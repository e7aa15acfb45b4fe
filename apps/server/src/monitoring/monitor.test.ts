import { live, session } from "@mayfly/contracts";
import { describe, expect, it, vi } from "vitest";
import { announceEvents } from "../features/delivery/delivery.ts";
import { freePort } from "../process/free_port.ts";
import { closeToWriting, takeDatabaseAway } from "../testing/postgres.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { sharedApp, type TestApp, testApp } from "../testing/test_app.ts";
import { webhookReceiver } from "../testing/webhook_receiver.ts";
import { measureEventLoop, openMetrics } from "./metrics.ts";

const metrics = async (app: TestApp) => (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text();

async function measured(app: TestApp, name: string): Promise<number> {
  const text = await metrics(app);
  const line = text.split("\n").find((one) => one.startsWith(`${name}{`));
  if (line === undefined) throw new Error(`${name} is not measured:\n${text}`);
  return Number(line.split(" ").at(-1));
}

const logged = (app: TestApp, words: string) =>
  app.log.map((line) => JSON.parse(line)).filter(({ msg }: { msg: string }) => msg === words);

it("measures received and refused mail, parsing, commits, connections, jobs and webhook deliveries", async () => {
  await using receiver = await webhookReceiver();
  await using app = await testApp({
    METRICS_PORT: "0",
    ROLES: "web,smtp,worker",
    ALLOW_PRIVATE_NETWORK: "on",
    SMTP_MAX_CONNECTIONS_PER_ADDRESS: "1",
  });
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  await app.rootDb.webhook.create({
    data: { name: "hook", company: owner.company, owner: owner.name, url: receiver.url, event: "email.received" },
  });
  const socket = await owner.listen();
  await using client = await SmtpClient.open(app.smtpPort);
  const message = "Subject: counted\r\n\r\nHello\r\n";
  expect(await client.send(address, message)).toMatch(/^250 /);
  expect(await client.say("MAIL FROM:<a@elsewhere.example> SIZE=999999999")).toMatch(/^552 /);
  expect(await client.say("MAIL FROM:<a@elsewhere.example>")).toMatch(/^250 /);
  expect(await client.say("RCPT TO:<nobody@mayfly.test>")).toMatch(/^550 /);
  await using crowd = await SmtpClient.connect(app.smtpPort);
  expect(await crowd.reply()).toMatch(/^421 /);
  await receiver.count(1);
  expect((await owner.call(session.get_logged_user)).status).toBe(200);
  await app.rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('test/given_up')`;
  await app.rootDb.$executeRaw`
    UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE locked_at IS NULL AND run_at <= now()`;

  await app.rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('test/failing', run_at := now() + interval '1 hour')`;
  await app.rootDb.$executeRaw`
    UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'no answer' WHERE run_at > now() + interval '50 min'`;

  const roles = 'roles="web,smtp,worker"';
  expect(await measured(app, "mayfly_mail_received_total")).toBe(1);
  expect(await measured(app, "mayfly_mail_received_bytes_total")).toBe(message.length);
  expect(await measured(app, "mayfly_mail_refused_total")).toBe(1);
  expect(await measured(app, "mayfly_mail_parse_seconds_count")).toBe(1);
  expect(await measured(app, "mayfly_mail_commit_seconds_count")).toBe(1);
  expect(await measured(app, "mayfly_mail_commit_messages_sum")).toBe(1);
  expect(await measured(app, "mayfly_smtp_connections")).toBe(1);
  expect(await measured(app, "mayfly_smtp_bytes_in_flight")).toBe(0);
  expect(await measured(app, "mayfly_live_sockets")).toBe(1);
  // A job that is scheduled for each full minute may just have been queued.
  await expect.poll(() => measured(app, "mayfly_jobs_waiting")).toBe(0);
  expect(await measured(app, "mayfly_jobs_failing")).toBe(1);
  await vi.waitFor(async () => expect(await measured(app, "mayfly_webhook_deliveries_waiting")).toBe(0));
  expect(await measured(app, "mayfly_webhook_seconds_count")).toBe(1);
  expect(await measured(app, "mayfly_http_seconds_count")).toBeGreaterThan(0);
  expect(await measured(app, "process_resident_memory_bytes")).toBeGreaterThan(0);
  const told = await metrics(app);
  expect(told).toContain(roles);
  for (const code of [421, 550, 552]) expect(told).toMatch(new RegExp(`mail_refused_total\\{code="${code}".*\\} 1\n`));
  socket.disconnect();
});

describe("with /metrics", () => {
  const app = sharedApp({ METRICS_PORT: "0", ROLES: "web,smtp,worker" });

  it("does not count a refusal for a client that has disconnected", async () => {
    const refused = async () => (await metrics(app)).match(/^mayfly_mail_refused_total\{.*$/gm);
    const before = await refused();
    const address = await app.address(await app.member("Administrator"));
    await using client = await SmtpClient.open(app.smtpPort);
    await client.begin(address);
    client.write("Subject: half\r\n");
    await expect.poll(() => measured(app, "mayfly_smtp_bytes_in_flight")).toBeGreaterThan(0);
    client.socket.destroy();
    await expect.poll(() => measured(app, "mayfly_smtp_connections")).toBe(0);
    expect(await measured(app, "mayfly_smtp_bytes_in_flight")).toBe(0);
    expect(await refused()).toEqual(before);
  });

  it("is not ready while the database is read-only, and refuses mail temporarily", async () => {
    const address = await app.address(await app.member("Administrator"));
    const ready = async () => (await fetch(`http://127.0.0.1:${app.metricsPort}/readyz`)).status;
    const open = await closeToWriting(app.databaseUrl);
    await expect.poll(ready).toBe(503);
    await using client = await SmtpClient.open(app.smtpPort);
    expect(await client.send(address, "Subject: later\r\n\r\nHello\r\n")).toMatch(/^4\d\d /);
    await open();
    await expect.poll(ready).toBe(200);
    // The server may notice that a database connection has ended only when it uses it.
    await expect.poll(() => client.send(address, "Subject: now\r\n\r\nHello\r\n")).toMatch(/^250 /);
  });

  it("is not ready while the database is away, but healthy, and still serves metrics", async () => {
    const monitor = `http://127.0.0.1:${app.metricsPort}`;
    const statuses = async () =>
      Promise.all(
        [`${app.url}/readyz`, `${monitor}/readyz`, `${app.url}/healthz`, `${monitor}/healthz`].map(
          async (url) => (await fetch(url)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const back = await takeDatabaseAway(app.databaseUrl);
    expect(await statuses()).toEqual([503, 503, 200, 200]);
    expect(await measured(app, "mayfly_jobs_waiting")).toBeNaN();
    await expect.poll(() => measured(app, "mayfly_smtp_connections")).toBe(0);
    await back();
    await expect.poll(statuses).toEqual([200, 200, 200, 200]);
    expect((await fetch(`${monitor}/`)).status).toBe(404);
  });
});

describe("without /metrics", () => {
  const app = sharedApp({ ROLES: "web,smtp,worker", ALLOW_PRIVATE_NETWORK: "on" });

  it("logs one message from RCPT to the webhook with ids that connect the lines", async () => {
    await using receiver = await webhookReceiver();
    const owner = await app.member("Administrator");
    const address = await app.address(owner);
    await app.rootDb.webhook.create({
      data: { name: "followed", company: owner.company, owner: owner.name, url: receiver.url, event: "email.received" },
    });
    const socket = await owner.listen();
    const heard = new Promise<{ name: string }>((resolve) => socket.once(live.newCustomerInbox, resolve));
    await using client = await SmtpClient.open(app.smtpPort);
    const reply = await client.send(address, "Subject: followed\r\n\r\nHello\r\n");
    const { name } = await heard;
    const delivery = (await receiver.count(1)).headers["webhook-id"];

    const [rcpt] = logged(app, "RCPT accepted").filter((line) => line.address === address);
    expect(rcpt).toMatchObject({ address, session: expect.any(String) });
    const [received] = logged(app, "message received").filter(({ session }) => session === rcpt.session);
    expect(received).toMatchObject({ session: rcpt.session, messages: [name] });
    expect(reply).toContain(`stored as ${received.source}`);
    expect(logged(app, "message announced").filter(({ message }) => message === name)).toHaveLength(1);
    await vi.waitFor(() =>
      expect(logged(app, "webhook attempt").filter(({ webhook }) => webhook === "followed")).toMatchObject([
        { message: name, delivery, webhook: "followed", outcome: "delivered", status: 200 },
      ]),
    );
    socket.disconnect();
  });

  it("sends each answer with a request id of its own, with which a failure is logged", async () => {
    const member = await app.member("Member");
    await app.rootDb.$executeRawUnsafe("ALTER TABLE session RENAME TO session_away");
    const { status, headers } = await member.fetch("/api/method/frappe.auth.get_logged_user");
    await app.rootDb.$executeRawUnsafe("ALTER TABLE session_away RENAME TO session");
    expect(status).toBe(500);
    const id = headers.get("x-request-id");
    expect(logged(app, "request failed").filter(({ reqId }) => reqId === id)).toHaveLength(1);
    const other = await app.guest.fetch("/healthz");
    expect(other.headers.get("x-request-id")).not.toBe(id);
  });

  it("logs why a webhook was not delivered", async () => {
    await using receiver = await webhookReceiver();
    const { company, name: owner } = await app.member("Administrator");
    const gone = `http://127.0.0.1:${await freePort()}`;
    receiver.answer = (_request, response) => response.writeHead(500).end("the receiver's own words");
    for (const [name, url] of [
      ["broken", receiver.url],
      ["gone", gone],
    ] as const) {
      await app.rootDb.webhook.create({ data: { name, company, owner, url, event: "domain.verified" } });
    }
    const data = { domain_name: "a.example", mx_found: 1 as const };
    await announceEvents(app.rootDb, app.clock.now, [{ company, event: "domain.verified", data }]);
    const reasons = () =>
      Object.fromEntries(logged(app, "webhook attempt").map(({ webhook, reason }) => [webhook, reason]));
    await expect.poll(reasons).toMatchObject({ broken: "HTTP 500", gone: "The connection was refused." });
    expect(app.log.join()).not.toContain("own words");
  });

  it("serves no metrics on the web's port", async () => {
    expect(app.metricsPort).toBe(0);
    expect((await app.guest.fetch("/metrics")).status).toBe(404);
  });
});

it("reports a metric that never arrives as NaN, and the others as usual", async () => {
  const metrics = openMetrics(["worker"]);
  metrics.ask("never", "Never told", () => new Promise(() => {}));
  metrics.ask("failing", "Not to be had", () => Promise.reject(new Error("away")));
  metrics.ask("other", "Told", async () => 7);
  metrics.mailReceived.inc();
  const told = await metrics.registry.metrics();
  expect(told).toContain('mayfly_never{roles="worker"} Nan');
  expect(told).toContain('mayfly_failing{roles="worker"} Nan');
  expect(told).toContain('mayfly_other{roles="worker"} 7');
  expect(told).toContain('mayfly_mail_received_total{roles="worker"} 1');
});

it("asks the database for one value at a time, however many scrapes there are", async () => {
  const metrics = openMetrics(["worker"]);
  let [underWay, most, asked] = [0, 0, 0];
  for (const name of ["one", "other", "third"]) {
    metrics.ask(name, "Asked for", async () => {
      asked += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      // Longer than the others would need to begin, and no timer comes between.
      for (let turn = 0; turn < 100; turn += 1) await undefined;
      underWay -= 1;
      return 1;
    });
  }
  const scrapes = await Promise.all([metrics.registry.metrics(), metrics.registry.metrics()]);
  for (const told of scrapes) expect(told).toContain('mayfly_third{roles="worker"} 1');
  expect([most, asked]).toEqual([1, 3]);
});

it("names counters, and nothing else, as the rules for names want it (promtool check metrics)", async () => {
  await using app = await testApp({ METRICS_PORT: "0", ROLES: "web,smtp,worker" });
  const told = await metrics(app);
  const types = [...told.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type]) => ({ name, type }));
  expect(types.length).toBeGreaterThan(30);
  const strange = types.filter(({ name, type }) => name.endsWith("_total") !== (type === "counter"));
  expect(strange).toEqual([]);
  // The quantiles of a summary and the buckets of a histogram have labels of their own.
  for (const [label, type] of [
    ["quantile", "summary"],
    ["le", "histogram"],
  ]) {
    const labeled = new Set(
      [...told.matchAll(new RegExp(`^(\\w+)\\{.*\\b${label}="`, "gm"))].map(([, name = ""]) => name),
    );
    const own = types.filter((one) => one.type === type).map(({ name }) => (label === "le" ? `${name}_bucket` : name));
    expect([...labeled].filter((name) => !own.includes(name))).toEqual([]);
  }
  for (const { name } of types) expect(told).toMatch(new RegExp(`^# HELP ${name} \\S`, "m"));
});

it("tells how long the event loop was held up since the last look (threat 59)", async () => {
  const metrics = openMetrics(["web"]);
  measureEventLoop(metrics);
  const longest = async () => {
    const told = await metrics.registry.metrics();
    return Number(/^mayfly_event_loop_delay_seconds\{percentile="100".*\} (\S+)$/m.exec(told)?.[1]);
  };
  // Until the measuring has begun.
  await vi.waitFor(async () => {
    const end = performance.now() + 300;
    while (performance.now() < end);
    expect(await longest()).toBeGreaterThan(0.25);
  });
});

it("tells the version, and serves its pages whatever their query", async () => {
  await using app = await testApp({ METRICS_PORT: "0", ROLES: "web" });
  const metrics = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics?x=1`)).text();
  expect(metrics).toContain('mayfly_info{version="0.1.0",roles="web"} 1\n');
  // Node's own are measured from the first look on.
  expect(metrics).toContain("nodejs_eventloop_lag_seconds");
});
