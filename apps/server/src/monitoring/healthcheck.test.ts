import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { takeDatabaseAway } from "../testing/postgres.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { sharedApp, testApp } from "../testing/test_app.ts";

const script = path.join(import.meta.dirname, "healthcheck.sh");

/** @returns what it wrote, empty when the process is healthy */
async function check(settings: Record<string, string>): Promise<string> {
  const env = { PATH: process.env["PATH"], ...settings };
  return promisify(execFile)("bash", ["--norc", script], { env }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ code, stderr }) => `${code}: ${stderr}`,
  );
}

it.each(["web", "smtp", "worker", "web,smtp,worker"])("agrees with /readyz of a process of %s", async (ROLES) => {
  await using app = await testApp({ ROLES, METRICS_PORT: "0" });
  const METRICS_PORT = String(app.metricsPort);
  expect(await check({ METRICS_PORT })).toBe("");
  // In a container, the process listens on all addresses.
  expect(await check({ METRICS_PORT, METRICS_HOST: "0.0.0.0" })).toBe("");
  const back = await takeDatabaseAway(app.databaseUrl);
  expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`)).status).toBe(503);
  expect(await check({ METRICS_PORT })).toBe("1: /readyz: 503\n");
  await back();
});

it("calls a receiver healthy that is full", async () => {
  const caps = { SMTP_MAX_CONNECTIONS: "1", SMTP_MAX_MESSAGE_BYTES: "1024", SMTP_MAX_BYTES_IN_FLIGHT: "1024" };
  await using app = await testApp({ ROLES: "smtp", METRICS_PORT: "0", ...caps });
  await using _one = await SmtpClient.open(app.smtpPort);
  await using refused = await SmtpClient.connect(app.smtpPort);
  expect(await refused.reply()).toMatch(/^421 /);
  expect(await check({ METRICS_PORT: String(app.metricsPort) })).toBe("");
});

describe("a worker's queues", () => {
  // The worker notes when it looked into its queues, from its start on.
  beforeAll(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterAll(() => void vi.useRealTimers());
  const app = sharedApp({ ROLES: "worker", METRICS_PORT: "0" });

  it.each([
    ["jobs", "graphile_worker._private_jobs", "no job can be claimed"],
    ["webhook deliveries", "webhook_delivery", "webhooks are not delivered at the moment"],
  ])("calls a worker ill that can claim no %s for three minutes, and well once it can", async (_, table, words) => {
    const METRICS_PORT = String(app.metricsPort);
    await app.rootDb.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO away`);
    // `expect.poll` would move the clock for as long as it waits.
    while (!app.log.some((line) => line.includes(words))) await turn();
    vi.advanceTimersByTime(170_000);
    expect(await check({ METRICS_PORT })).toBe("");
    vi.advanceTimersByTime(20_000);
    expect(await check({ METRICS_PORT })).toBe("1: /readyz: 503\n");
    await app.rootDb.$executeRawUnsafe(
      `ALTER TABLE ${table.replace(/[^.]+$/, "away")} RENAME TO ${table.split(".").at(-1)}`,
    );
    await expect.poll(() => check({ METRICS_PORT })).toBe("");
  });
});

it("reaches a monitor on an IPv6 address, and says why it fails where none answers or is set", async () => {
  const monitor = createServer((_request, response) => response.end()).listen(0, "::1");
  await once(monitor, "listening");
  const METRICS_PORT = String((monitor.address() as AddressInfo).port);
  expect(await check({ METRICS_PORT, METRICS_HOST: "::1" })).toBe("");
  monitor.close();
  await once(monitor, "close");
  expect(await check({ METRICS_PORT, METRICS_HOST: "::1" })).toMatch(/^1: .*Connection refused/);
  expect(await check({})).toBe("1: METRICS_PORT is not set: nothing tells whether this process is ready\n");
});

it("costs less than 0.05 s of the processor", async () => {
  const monitor = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  await once(monitor, "listening");
  const METRICS_PORT = String((monitor.address() as AddressInfo).port);
  const env = { PATH: process.env["PATH"], METRICS_PORT };
  const costs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", `bash --norc ${script} && times`], { env });
    // The second line is about what the shell has run: `0m0.002s 0m0.001s`, user and system.
    const [, user, system] = /^.*\n0m([\d.]+)s 0m([\d.]+)s/.exec(stdout) ?? [];
    costs.push(Number(user) + Number(system));
  }
  monitor.close();
  // What else the machine does can only add to it.
  expect(Math.min(...costs)).toBeLessThan(0.05);
});
