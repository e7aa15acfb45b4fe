import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { settings } from "@mayfly/server/config";
import { freePort } from "@mayfly/server/process/free_port";
import { cloneDatabase } from "@mayfly/server/testing/postgres";
import { startRedis } from "@mayfly/server/testing/redis";
import { ServerProcess } from "@mayfly/server/testing/server_process";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { expect, inject, it } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Service {
  image?: string;
  restart?: string;
  environment?: Record<string, string | null>;
  ports?: string[];
  stop_grace_period?: string;
  volumes?: string[];
  healthcheck?: object;
  depends_on?: Record<string, unknown> | string[];
}
const compose: { services: Record<string, Service>; configs: { proxy: { content: string } } } = parse(
  read("docker-compose.yml"),
  { merge: true },
);

const ours = Object.entries(compose.services).filter(([, { image }]) => image === "mayfly");
const proxy = compose.configs.proxy.content;

/** `${NAME:-default}`, as Compose fills it in when nothing is set. */
const filledIn = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, "$1");

// No Docker engine runs where this is developed, so the services run as processes with the file's environment.
it("works with the services of docker-compose.yml, run as processes with their environments", async () => {
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
    const given = Object.fromEntries(
      Object.entries(environment).flatMap(([key, text]) => (text === null ? [] : [[key, filledIn(text)]])),
    );
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
      await promisify(execFile)("bash", ["--norc", path.join(root, "apps/server/src/monitoring/healthcheck.sh")], {
        env: environment,
      });
    }
    // The proxy's servers are the web services, of which a client has one, and the other while that one is away.
    const [, ...shared] = /split_clients \$\$remote_addr \$\$web \{ 50% (\w+); \* (\w+); \}/.exec(proxy) ?? [];
    expect(shared).toEqual(ours.map(([name]) => name).filter((name) => environments[name]?.["ROLES"] === "web"));
    const [one, other] = shared;
    expect(proxy).toContain(`map $$web $$other { ${one} ${other}; default ${one}; }`);

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
});

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
  expect(proxy).toMatch(/^resolver 127\.0\.0\.11 valid=1s;$/m);
  // A name in a variable is looked up at each request. In `upstream`, that needs `resolve`, which nginx has since 1.27.
  expect(proxy).not.toMatch(/\bupstream web\b|\bresolve\b/);
  expect(proxy.match(/proxy_pass .*/g)).toEqual([
    `proxy_pass http://$$web:\${PORT:-3000};`,
    `proxy_pass http://$$other:\${PORT:-3000};`,
  ]);
  expect(proxy.match(/X-Forwarded-For .*/g)).toEqual(["X-Forwarded-For $$remote_addr;"]);
});

it("takes every setting from the environment or .env, for every process", () => {
  for (const [name, { environment = {} }] of ours) {
    const { ROLES, ...others } = environment;
    expect(ROLES, name).toMatch(/^(web|smtp|worker)$/);
    expect(Object.keys(environment).sort(), name).toEqual(Object.keys(settings).sort());
    for (const [key, text] of Object.entries(others)) {
      // Without a value, the setting is passed on as it is, if it is there.
      expect([key, text === null || text.startsWith(`\${${key}:-`)]).toEqual([key, true]);
    }
  }
  // Whoever reaches the containers finds the ports where the settings have them.
  expect(compose.services["smtp"]?.ports).toEqual([`127.0.0.1:\${SMTP_PORT:-2525}:\${SMTP_PORT:-2525}`]);
  expect(compose.services["proxy"]?.ports).toEqual([`127.0.0.1:\${PORT:-3000}:80`]);
});

it("keeps the settings of the image, which Compose would take out of the container where they are not set", () => {
  const image = [...read("Dockerfile").matchAll(/^ENV (.*)$/gm)].flatMap(([, given = ""]) =>
    given.split(" ").map((one) => one.split("=")),
  );
  const kept = image.filter(([name = ""]) => Object.hasOwn(settings, name));
  expect(kept.length).toBeGreaterThan(0);
  for (const [service, { environment = {} }] of ours) {
    for (const [name = "", value] of kept) {
      expect([service, name, environment[name]]).toEqual([service, name, `\${${name}:-${value}}`]);
    }
  }
});

it("has a unit for systemd that allows as many connections and as long a stop as the rest", () => {
  const unit = read("mayfly.service");
  const valueIn = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const connections = Number(settings.HTTP_MAX_CONNECTIONS.default) + Number(settings.SMTP_MAX_CONNECTIONS.default);
  expect(Number(valueIn("LimitNOFILE"))).toBeGreaterThan(connections);
  expect(valueIn("TimeoutStopSec")).toBe(compose.services["worker"]?.stop_grace_period);
  expect(valueIn("ExecStart")).toBe("/usr/bin/env node scripts/start.mjs");
  expect(read("scripts/start.mjs")).not.toBe("");
});
