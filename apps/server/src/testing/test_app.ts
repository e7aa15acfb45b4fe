import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Contract, FeatureName } from "@mayfly/contracts";
import { live, type Role, requestOf } from "@mayfly/contracts";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { type Config, readConfig } from "../config.ts";
import type { RootDatabase } from "../database/database.ts";
import { hashPassword, startSession } from "../features/session/session.ts";
import type { Waiters } from "../features/wait/wait.ts";
import { cookieName } from "../http/session_cookie.ts";
import { openLog } from "../monitoring/log.ts";
import { start } from "../start.ts";
import { createCompany } from "./company.ts";
import { cloneDatabase } from "./postgres.ts";

const password = "correct horse";
let hashed: Promise<string> | undefined;

/** SECRET_KEY of every test's server. */
export const testKey = "a secret key for tests, of 32 and more";

/** The answer to a call. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any body
  body: any;
}

/** An HTTP client with a session cookie of its own. */
export interface Caller {
  /** The session cookie. */
  cookie: string;
  call(contract: Contract, input?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Answer>;
  /** A connected live channel. */
  listen(): Promise<Socket>;
}

export interface TestMember extends Caller {
  name: string;
  company: string;
  password: string;
}

export interface TestApp extends AsyncDisposable {
  url: string;
  databaseUrl: string;
  smtpPort: number;
  /** The port of /metrics; 0 unless METRICS_PORT is set. */
  metricsPort: number;
  rootDb: RootDatabase;
  waiters: Waiters;
  /** The server's clock; assign `now` to set it. */
  clock: { now: Date };
  log: string[];
  /** The folder of mails that the server has sent. */
  outbox: string;
  /** Stops the SMTP receiver as a stop of the server does. */
  stopReceiving(): Promise<void>;
  /** A new client without a cookie. */
  readonly guest: Caller;
  /** A member who is logged in, of a company of their own on the Business plan unless one is named. */
  member(role: Role, company?: string): Promise<TestMember>;
  /** Changes what the Business plan says of a feature; `unlimit` undoes all such changes. */
  limit(feature: FeatureName, change: { available?: boolean; unlimited?: boolean; limit?: number }): Promise<void>;
  unlimit(): Promise<void>;
  /** An active address of a member. */
  address(
    owner: TestMember,
    settings?: { visibility?: "Private" | "Public"; expiry?: Date; domain?: string },
  ): Promise<string>;
}

/**
 * The real server on a database of its own. `settings` are environment variables. It receives no mail unless ROLES says
 * so: the threads that read mail are most of what a start costs.
 */
export async function testApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const database = await cloneDatabase(inject("templateUrl"));
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-app-"));
  const config: Config = readConfig({
    PORT: "0",
    SMTP_PORT: "0",
    DATABASE_URL: database.url,
    SECRET_KEY: testKey,
    ROLES: "web",
    DATABASE_CONNECTIONS: "5",
    RATE_LIMIT_FACTOR: "0",
    DATA_DIR: folder,
    ...settings,
  });
  const clock = { now: new Date() };
  const lines: string[] = [];
  const log = openLog({ level: "debug" }, { write: (line) => void lines.push(line) });
  const discard = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  const running = await start(config, database.url, log, () => clock.now).catch(async (error) => {
    await discard();
    throw error;
  });
  const { rootDb, waiters } = running;
  const url = `http://127.0.0.1:${running.httpPort}`;
  const undo: (() => Promise<unknown>)[] = [];

  return {
    url,
    databaseUrl: database.url,
    smtpPort: running.smtpPort ?? 0,
    metricsPort: running.metricsPort ?? 0,
    ...{ rootDb, waiters },
    clock,
    log: lines,
    outbox: path.join(folder, "outbox"),
    stopReceiving: () => running.stopReceiving(),
    get guest() {
      return caller(url);
    },
    async member(role, company) {
      hashed ??= hashPassword(password);
      const id = crypto.randomUUID().slice(0, 8);
      const own = company ?? (await createCompany(rootDb, id));
      const name = `${role.toLowerCase()}-${id}@company.example`;
      await rootDb.member.create({
        data: {
          name,
          company: own,
          full_name: `${role} ${id}`,
          role,
          password_hash: await hashed,
          creation: clock.now,
        },
      });
      const member = caller(url);
      // Starts the session directly: comparing the password is slow by design.
      member.cookie = `${cookieName(config.PUBLIC_URL)}=${await startSession(rootDb, clock.now, name)}`;
      return Object.assign(member, { name, company: own, password });
    },
    async limit(feature, change) {
      const data = change.limit === undefined ? change : { unlimited: false, ...change };
      const where = { plan_feature: { plan: "business", feature } } as const;
      const before = await rootDb.planFeature.findUnique({ where });
      // A later feature has no row until somebody changes it.
      const { available, unlimited, limit } = before ?? { available: true, unlimited: true, limit: 0 };
      const fresh = { plan: "business", feature, label: feature, description: feature } as const;
      const create = { ...fresh, available, unlimited, limit, ...data };
      await rootDb.planFeature.upsert({ where, create, update: data });
      undo.push(() =>
        before === null
          ? rootDb.planFeature.delete({ where })
          : rootDb.planFeature.update({ where, data: { available, unlimited, limit } }),
      );
    },
    async unlimit() {
      for (const one of undo.splice(0).reverse()) await one();
    },
    async address(owner, { visibility = "Private", expiry, domain = "mayfly.test" } = {}) {
      const email_name = `a-${crypto.randomUUID().slice(0, 12)}@${domain}`;
      await rootDb.email.create({
        data: {
          email_name,
          domain_name: domain,
          company: owner.company,
          owner: owner.name,
          visibility,
          expiry: expiry ?? null,
          creation: clock.now,
        },
      });
      return email_name;
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await discard();
    },
  };
}

type Settings = Parameters<typeof testApp>[0];

/**
 * One server for the tests of a file or of a `describe`, which look only at what they have made themselves: before each
 * its clock shows the present, and after each the Business plan is as it was.
 */
export function sharedApp(settings?: Settings | (() => Settings)): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    const started = await testApp(typeof settings === "function" ? settings() : settings);
    Object.defineProperties(app, Object.getOwnPropertyDescriptors(started));
  });
  beforeEach(() => {
    app.clock.now = new Date();
  });
  afterEach(() => app.unlimit());
  afterAll(() => app[Symbol.asyncDispose]());
  return app;
}

/** An HTTP client of a server, without a cookie yet. */
export function caller(url: string): Caller {
  const self: Caller = {
    cookie: "",
    call(contract, input = {}, headers = {}) {
      const { path, ...request } = requestOf(contract, input);
      return self.fetch(path, { ...request, headers: { ...request.headers, ...headers } });
    },
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (self.cookie) headers.set("cookie", self.cookie);
      const response = await fetch(url + path, { ...init, headers, redirect: "manual" });
      const session = response.headers.getSetCookie().find((cookie) => /^(?:__Host-)?sid=/.test(cookie));
      if (session !== undefined) self.cookie = session.split(";")[0] ?? "";
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: isJson(response) ? JSON.parse(text) : text };
    },
    async listen() {
      const socket = io(url + live.namespace, { extraHeaders: { cookie: self.cookie }, reconnection: false });
      await new Promise<void>((resolve, reject) => {
        socket.once("connect", resolve);
        socket.once("connect_error", reject);
      });
      return socket;
    },
  };
  return self;
}

const isJson = (response: Response) => response.headers.get("content-type")?.includes("json");
