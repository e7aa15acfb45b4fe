import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base, type Page } from "@playwright/test";
import { freePort } from "../apps/server/src/free_port.ts";
import { ServerProcess } from "../apps/server/src/testing/server_process.ts";
import { live, session } from "../packages/contracts/src/index.ts";

/** The whole product as a newcomer starts it, with the demo company in it. */
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
    const mayfly = new Mayfly(folder, await freePort(), await freePort(), settings);
    await mayfly.startAgain();
    return mayfly;
  }

  async startAgain(): Promise<void> {
    this.#process = await new ServerProcess(this.#settings).ready();
    const [, login = "", password = ""] = /Login {2}(\S+) {3}password (\S+)/.exec(this.#process.output) ?? [];
    Object.assign(this, { login, password });
  }

  /** Runs the operator's command, to its end. */
  async operate(...args: string[]): Promise<string> {
    const command = new ServerProcess(this.#settings, "apps/server/src/operator.ts", args);
    if ((await command.exit()) !== 0) throw new Error(command.errors);
    return command.output;
  }

  async kill(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    await this.#process?.kill(signal);
  }
}

/** Fulfilled when a page that is about to be opened is connected to the live channel. */
export function listening(page: Page, path = "/inbox"): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        // The page before may be connecting still.
        if (new URL(page.url()).pathname !== path) return;
        if (String(payload).startsWith(`40${live.namespace}`)) resolve();
      }),
    );
  });
}

interface OfWorker {
  /** One server for the tests of a worker. */
  mayfly: Mayfly;
  /** Environment variables of the server, where a file of tests wants others. */
  settings: Record<string, string>;
}

export const test = base.extend<{ logIn: (path?: string) => Promise<void> }, OfWorker>({
  settings: [{}, { scope: "worker", option: true }],
  mayfly: [
    async ({ settings }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), "mayfly-e2e-"));
      const mayfly = await Mayfly.start(folder, settings);
      await use(mayfly);
      await mayfly.kill("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ mayfly }, use) => use(mayfly.url),
  // Without the login page, which has tests of its own: it would be half the time of all the others.
  logIn: async ({ mayfly, context, page }, use) => {
    await use(async (path = "/dashboard") => {
      const form = { usr: mayfly.login, pwd: mayfly.password };
      const answer = await context.request.post(session.login.path, { form });
      const { message: name, full_name, email } = session.login.output.parse(await answer.json());
      const user = { name: "user", value: JSON.stringify({ name, full_name, email }) };
      const { cookies } = await context.storageState();
      await context.setStorageState({ cookies, origins: [{ origin: mayfly.url, localStorage: [user] }] });
      await page.goto(path);
    });
  },
});

export { expect } from "@playwright/test";
