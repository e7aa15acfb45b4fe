import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { readConfig } from "./config.ts";
import { openRootDatabase, withName } from "./database/database.ts";
import { freePort } from "./process/free_port.ts";
import { start } from "./start.ts";
import { lockIsWaitedFor } from "./testing/lock.ts";
import { storedMessage } from "./testing/messages.ts";
import { cloneDatabase } from "./testing/postgres.ts";
import { queued } from "./testing/queue.ts";
import { ServerProcess } from "./testing/server_process.ts";
import { SmtpClient } from "./testing/smtp_client.ts";
import { sharedApp, testApp, testKey } from "./testing/test_app.ts";

afterEach(() => void vi.useRealTimers());

it("opens the SMTP port and becomes ready only after the preparation is done", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const [METRICS_PORT, SMTP_PORT] = [String(await freePort()), String(await freePort())];
  const ports = { METRICS_PORT, SMTP_PORT };
  const config = readConfig({ ...ports, DATABASE_URL: database.url, SECRET_KEY: testKey, ROLES: "smtp,worker" });
  const status = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`)).status;
  let before: number | undefined;
  const prepare = async () => {
    before = await status();
    await expect(SmtpClient.connect(config.SMTP_PORT)).rejects.toThrow("ECONNREFUSED");
  };
  const running = await start(config, database.url, pino({ level: "silent" }), () => new Date(), prepare);
  expect([before, await status()]).toEqual([503, 200]);
  await running.stop();
  await database.drop();
});

it("closes the SMTP port as soon as it is told to stop, even while a job still runs", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const settings = { SMTP_PORT: "0", DATABASE_URL: database.url, SECRET_KEY: testKey, ROLES: "smtp,worker" };
  const running = await start(readConfig(settings), database.url, pino({ level: "silent" }), () => new Date());
  const { rootDb, smtpPort = 0 } = running;
  const { stopped } = await rootDb.$transaction(async (tx) => {
    await tx.$executeRawUnsafe("LOCK TABLE session");
    await rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('session/delete_ended')`;
    await lockIsWaitedFor(rootDb);
    const stopped = running.stop();
    await expect(SmtpClient.connect(smtpPort)).rejects.toThrow("ECONNREFUSED");
    return { stopped };
  });
  await stopped;
  await database.drop();
});

it("closes an unfinished request five seconds after it is told to stop", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const settings = { PORT: "0", DATABASE_URL: database.url, SECRET_KEY: testKey, ROLES: "web" };
  const running = await start(readConfig(settings), database.url, pino({ level: "silent" }), () => new Date());
  const socket = connect(running.httpPort ?? 0, "127.0.0.1");
  socket.write("POST /api/method/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
  await once(socket, "data");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = running.stop();
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5_000);
    expect(socket.readyState).toBe("closed");
  });
  await stopped;
  await database.drop();
});

describe("a process of all roles", () => {
  const app = sharedApp({ ROLES: "web,smtp,worker", EXPIRED_MAIL_GRACE_HOURS: "2" });

  it("keeps the mail of expired addresses for EXPIRED_MAIL_GRACE_HOURS", async () => {
    const admin = await app.member("Administrator");
    for (const hours of [1, 3]) {
      const email_name = await app.address(admin);
      const expired = new Date(app.clock.now.getTime() - hours * 3_600_000);
      await app.rootDb.email.update({ where: { email_name }, data: { is_active: false, expired } });
      await storedMessage(app, admin, email_name, { subject: `of ${hours} h ago` });
    }
    const job = { name: "email/delete_expired_mail" };
    await app.rootDb.$queryRaw`SELECT FROM graphile_worker.add_job(${job.name})`;
    await expect.poll(() => queued(app, job)).toEqual([]);
    const where = { company: admin.company };
    expect(await app.rootDb.customerInbox.findMany({ where })).toMatchObject([{ subject: "of 1 h ago" }]);
  });

  it("names every connection to the database by the roles of its process, unless DATABASE_URL names them", async () => {
    await using client = await SmtpClient.open(app.smtpPort);
    await client.send(await app.address(await app.member("Administrator")), "Subject: stored\r\n\r\n");
    const names = () => app.rootDb.$queryRaw<{ application_name: string; count: number }[]>`
      SELECT application_name, count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1`;
    // The calls', the receiver's, the jobs', and the courier's, with its listener.
    const all = [{ application_name: "mayfly web,smtp,worker", count: expect.any(Number) }];
    expect(await names()).toEqual(all);
    expect((await names())[0]?.count).toBeGreaterThanOrEqual(5);
    expect(withName("postgresql://x/y?application_name=ours", "mayfly web")).toBe(
      "postgresql://x/y?application_name=ours",
    );
  });
});

it("opens the monitor only on METRICS_HOST and METRICS_PORT", async () => {
  // If the monitor listened on all addresses, this port would be in use.
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await using app = await testApp({ ROLES: "web", METRICS_HOST: "127.0.0.2", METRICS_PORT: String(port) });
  expect(app.metricsPort).toBe(port);
  expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
  other.close();
});

it("exits with one line if it cannot write the rows that it needs", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const rootDb = openRootDatabase(database.url, 1);
  await rootDb.$executeRawUnsafe("ALTER TABLE plan RENAME TO plan_away");
  await rootDb.$disconnect();
  const settings = { DATABASE_URL: database.url, SECRET_KEY: testKey, ROLES: "worker", LOG_LEVEL: "warn" };
  const server = new ServerProcess(settings);
  expect(await server.exit()).toBe(1);
  expect(server.errors).toMatch(/^The database cannot be used: The table `public\.plan` does not exist[^\n]*\n$/);
  await database.drop();
});
