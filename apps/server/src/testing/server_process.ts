import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** Longer than a stop may take on a busy machine. */
const hangMilliseconds = 300_000;

const root = path.resolve(import.meta.dirname, "../../../..");

/** A program of the project as a process. `settings` are its whole environment except PATH and NODE_COMPILE_CACHE. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  output = "";
  errors = "";

  constructor(settings: Record<string, string>, file = "apps/server/src/main.ts", args: string[] = [], folder = root) {
    const env = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...settings };
    this.#child = spawn(process.execPath, [path.join(folder, file), ...args], { cwd: folder, env });
    this.#child.stdout?.on("data", (chunk) => {
      this.output += chunk;
    });
    this.#child.stderr?.on("data", (chunk) => {
      this.errors += chunk;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until it serves. @throws with its output when it ends instead */
  async ready(): Promise<this> {
    while (!this.output.includes("Mayfly is ready")) {
      await Promise.race([once(this.#child.stdout ?? this.#child, "data"), once(this.#child, "exit")]);
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw new Error(this.errors + this.output);
    }
    return this;
  }

  /** Its exit code, once it has ended; null when a signal ended it. */
  async exit(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
    return this.#child.exitCode;
  }

  /** Node may hang while it exits (nodejs/node#54918): such a process is killed after `hangMilliseconds`. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    const hangs = setTimeout(() => this.#child.kill("SIGKILL"), hangMilliseconds);
    return this.exit().finally(() => clearTimeout(hangs));
  }

  async [Symbol.asyncDispose]() {
    await this.kill("SIGTERM");
  }
}
