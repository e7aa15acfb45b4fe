import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { parse } from "yaml";
import { freePort } from "../apps/server/src/free_port.ts";
import { cloneDatabase } from "../apps/server/src/testing/postgres.ts";
import { startRedis } from "../apps/server/src/testing/redis.ts";
import { ServerProcess } from "../apps/server/src/testing/server_process.ts";
import { SmtpClient } from "../apps/server/src/testing/smtp_client.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Service {
  image?: string;
  restart?: string;
  environment?: Record<string, string>;
  stop_grace_period?: string;
  volumes?: string[];
  healthcheck?: object;
  depends_on?: Record<string, unknown> | string[];
}
const compose: { services: Record<string, Service>; configs: { proxy: { content: string } } } = parse(
  read("docker-compose.yml"),
  { merge: true },
);

const proxy = compose.configs.proxy.content;

/** `${NAME:-default}`, as Compose fills it in when nothing is set. */
const filledIn = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, "$1");

// No Docker engine runs where this is developed, so the services run as processes with the file's environment.
it("works with the services of docker-compose.yml, run as processes with their environments", async () => {
  const ours = Object.entries(compose.services).filter(([, { image }]) => image === "mayfly");
  expect(ours.map(([name]) => name)).toEqual(["web1", "web2", "smtp", "worker"]);
  for (const [, { depends_on, stop_grace_period }] of ours) {
    expect(Object.keys(depends_on ?? {})).toEqual(["postgres", "redis"]);
    expect(stop_grace_period).toBe("30s");
  }
  expect(compose.services["postgres"]?.healthcheck).toBeDefined();
  expect(compose.services["redis"]?.healthcheck).toBeDefined();

  const database = await cloneDatabase(inject("templateUrl"));
  const redis = await startRedis();
  const processes: Record<string, ServerProcess> = {};
  const environments: Record<string, Record<string, string>> = {};
  for (const [name, { environment = {} }] of ours) {
    const given = Object.fromEntries(Object.entries(environment).map(([key, text]) => [key, filledIn(text)]));
    // Only the settings that name another container differ here, and the ports, which are the same in all containers.
    expect(given["DATABASE_URL"]).toContain("@postgres:5432/");
    expect(given["REDIS_URL"]).toBe("redis://redis:6379");
    environments[name] = {
      ...{ ...given, NODE_ENV: "production", LOG_LEVEL: "warn", DATABASE_URL: database.url, REDIS_URL: redis.url },
      ...{ PORT: String(await freePort()), SMTP_PORT: String(await freePort()) },
      METRICS_PORT: String(await freePort()),
    };
  }
  for (const name in environments) processes[name] = new ServerProcess(environments[name] ?? {});
  try {
    for (const one of Object.values(processes)) await one.ready();
    for (const environment of Object.values(environments)) {
      await promisify(execFile)("bash", ["--norc", path.join(root, "apps/server/src/healthcheck.sh")], {
        env: environment,
      });
    }
    // The proxy's servers are the web services on their default port, and nginx never takes one out for a time.
    const upstream = [...proxy.matchAll(/^ +server (\w+):3000 resolve max_fails=0;/gm)].map(([, one]) => one);
    expect(upstream).toEqual(ours.map(([name]) => name).filter((name) => environments[name]?.["ROLES"] === "web"));

    const [, usr = "", pwd = ""] = /Login {2}(\S+) {3}password (\S+)/.exec(processes["web1"]?.output ?? "") ?? [];
    const url = (name: string) => `http://127.0.0.1:${environments[name]?.["PORT"]}`;
    const login = await fetch(`${url("web1")}/api/method/login`, {
      method: "POST",
      body: new URLSearchParams({ usr, pwd }),
    });
    expect(login.status).toBe(200);
    const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const who = await fetch(`${url("web2")}/api/method/frappe.auth.get_logged_user`, { headers: { cookie } });
    expect(await who.json()).toEqual({ message: usr });

    await using client = await SmtpClient.open(Number(environments["smtp"]?.["SMTP_PORT"]));
    expect(await client.send("demo@mayfly.test", "Subject: composed\r\n\r\n")).toMatch(/^250 /);
  } finally {
    await Promise.all(Object.values(processes).map((one) => one.kill("SIGTERM")));
    await redis.stop();
    await database.drop();
  }
}, 120_000);

it("stores outgoing mail in a volume where the image's user may write", () => {
  const [made = "", user = ""] = read("Dockerfile").split(/^(?=USER )/m);
  expect(user).toMatch(/^USER node$/m);
  expect(made).toMatch(/^WORKDIR \/app\n(?:COPY .*\n)+RUN mkdir \.data && chown node \.data$/m);
  expect(compose.services["worker"]?.volumes).toEqual(["data:/app/.data"]);
});

it("restarts every service unless it was stopped", () => {
  for (const [name, { restart }] of Object.entries(compose.services))
    expect([name, restart]).toEqual([name, "unless-stopped"]);
});

it("has a proxy that looks web servers up anew, and ignores a client's X-Forwarded-For (threat 37)", () => {
  const [, major, minor] = /^nginx:(\d+)\.(\d+)$/.exec(compose.services["proxy"]?.image ?? "") ?? [];
  expect(Number(major) * 1000 + Number(minor), "an nginx that knows `resolve`").toBeGreaterThanOrEqual(1028);
  expect(proxy).toMatch(/^resolver 127\.0\.0\.11 valid=1s;\n.*upstream web \{\n +zone web 64k;$/ms);
  expect(proxy.match(/X-Forwarded-For .*/g)).toEqual(["X-Forwarded-For $$remote_addr;"]);
});
