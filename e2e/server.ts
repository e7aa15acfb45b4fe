import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { live, session } from "@mayfly/contracts";
import { openRootDatabase, type RootDatabase } from "@mayfly/server/database/database";
import { runningEmbeddedUrl } from "@mayfly/server/database/embedded_postgres";
import { freePort } from "@mayfly/server/process/free_port";
import { type DnsZone, dnsZone } from "@mayfly/server/testing/dns_server";
import { MailSink } from "@mayfly/server/testing/mail_sink";
import { copyPreparedData } from "@mayfly/server/testing/prepared_data";
import { ServerProcess } from "@mayfly/server/testing/server_process";
import { skeletonMilliseconds } from "@mayfly/web/features/dashboard/limits";
import { test as base, expect, type Page } from "@playwright/test";

/** The whole product as a process, with the demo company in it. */
export class Mayfly {
  readonly #settings: Record<string, string>;
  #process: ServerProcess | undefined;
  readonly url: string;
  readonly smtpPort: number;
  login = "";
  password = "";

  private constructor(folder: string, port: number, smtpPort: number, settings: Record<string, string>) {
    const own = { DATA_DIR: folder, PORT: String(port), SMTP_PORT: String(smtpPort), LOG_LEVEL: "warn" };
    this.#settings = { ...own, ...settings };
    this.url = `http://localhost:${port}`;
    this.smtpPort = smtpPort;
  }

  static async start(folder: string, settings: Record<string, string>): Promise<Mayfly> {
    await copyPreparedData(folder);
    const mayfly = new Mayfly(folder, await freePort(), await freePort(), settings);
    await mayfly.startAgain();
    await forgetHistory((await runningEmbeddedUrl(folder)) ?? "");
    return mayfly;
  }

  async startAgain(): Promise<void> {
    this.#process = await new ServerProcess(this.#settings).ready();
    const [, login = "", password = ""] = /Login {2}(\S+) {3}password (\S+)/.exec(this.#process.output) ?? [];
    Object.assign(this, { login, password });
  }

  /** Runs the operator's command, and waits for its end. */
  async operate(...args: string[]): Promise<string> {
    const command = new ServerProcess(this.#settings, "apps/server/src/operator/main.ts", args);
    if ((await command.exit()) !== 0) throw new Error(command.errors);
    return command.output;
  }

  async kill(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    await this.#process?.kill(signal);
  }
}

/** Fulfilled when an inbox that is about to be opened is connected to the live channel. */
export function listening(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        // The previous page may still be connecting.
        if (new URL(page.url()).pathname !== "/inbox") return;
        if (String(payload).startsWith(`40${live.namespace}`)) resolve();
      }),
    );
  });
}

interface OfWorker {
  /** Where the server of a worker keeps its data. */
  folder: string;
  /** The name server for all of that server's queries. */
  dns: DnsZone;
  /** Receives the mail that the server sends. */
  sink: MailSink;
  /** One server for all the tests of a worker, of whatever file, because it is slow to start. */
  mayfly: Mayfly;
}

/** Runs in the page: timers of exactly this length fire at once, also those of a clock that is installed later. */
export function skipTimers(skipped: number) {
  const skipping = (set: typeof setTimeout) =>
    ((handler: TimerHandler, timeout?: number, ...given: unknown[]) =>
      set(handler, timeout === skipped ? 0 : timeout, ...given)) as typeof setTimeout;
  let current = skipping(setTimeout);
  Object.defineProperty(window, "setTimeout", {
    get: () => current,
    set: (other: typeof setTimeout) => {
      current = skipping(other);
    },
  });
}

/** Tests count what they make themselves: of the demo company, its people, three addresses and the sample mails stay. */
async function forgetHistory(url: string) {
  const rootDb = openRootDatabase(url, 1);
  // One by one: in one transaction, they and the courier could wait for each other.
  await rootDb.webhook.deleteMany();
  await rootDb.webhookDelivery.deleteMany();
  await rootDb.domain.deleteMany();
  await rootDb.notificationLog.deleteMany();
  await rootDb.event.deleteMany();
  await rootDb.email.deleteMany({ where: { expiry: { not: null } } });
  await rootDb.$disconnect();
}

interface OfTest {
  /** The database, past the server. */
  rootDb: RootDatabase;
  /** Whether the dashboard's first skeleton is shown for its full time. */
  patient: boolean;
  /** Logs in without the login page, which has tests of its own, and stays where it is. */
  startSession: (login?: string) => Promise<void>;
  /** Logs in likewise, and opens a page. */
  enter: (where?: string, login?: string) => Promise<void>;
}

export const test = base.extend<OfTest, OfWorker>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), "mayfly-e2e-"));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  dns: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      await using zone = await dnsZone();
      await use(zone);
    },
    { scope: "worker" },
  ],
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      await using sink = await MailSink.open();
      await use(sink);
    },
    { scope: "worker" },
  ],
  mayfly: [
    async ({ folder, dns, sink }, use) => {
      const mayfly = await Mayfly.start(folder, { DNS_SERVERS: dns.address, OUTGOING_MAIL_URL: sink.url });
      await use(mayfly);
      await mayfly.kill("SIGTERM");
    },
    { scope: "worker", timeout: 360_000 },
  ],
  rootDb: async ({ folder }, use) => {
    const rootDb = openRootDatabase((await runningEmbeddedUrl(folder)) ?? "", 1);
    await use(rootDb);
    await rootDb.$disconnect();
  },
  baseURL: ({ mayfly }, use) => use(mayfly.url),
  startSession: ({ mayfly, context }, use) =>
    use(async (login = mayfly.login) => {
      const form = { usr: login, pwd: mayfly.password };
      const answer = await context.request.post(session.login.path, { form });
      expect(answer.ok()).toBe(true);
    }),
  // Nearly every test opens the dashboard, and only one checks how long its skeleton is shown (C06).
  patient: [false, { option: true }],
  context: async ({ context, patient }, use) => {
    if (!patient) await context.addInitScript(skipTimers, skeletonMilliseconds);
    await use(context);
    // Route handlers may still be running, and cannot finish when the page is gone.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  },
  enter: ({ page, startSession }, use) =>
    use(async (where = "/dashboard", login) => {
      // An open page would notice that its session ends.
      await page.goto("about:blank");
      await startSession(login);
      await page.goto(where);
      // The dashboard, which the server has drawn, looks ready before the app is.
      if (where === "/dashboard") await expect(page.locator("#root[inert]")).toHaveCount(0);
    }),
});

export { expect };
