import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { atEnd } from "../bench/cleanup.ts";
import { cacheFolder } from "../bench/folders.ts";
import { run } from "../bench/programs.ts";

/** What somebody has before they clone the project: a Node, an npm, an empty home folder. */
export interface Machine {
  name: string;
  env: Record<string, string>;
}

/** @param folder where the home folder is made */
export async function makeMachine(folder: string, node: string, npm: string): Promise<Machine> {
  const [nodeBinary, npmFolder] = [
    path.join(await unpacked(`node-${process.platform}-${process.arch}@${node}`), "bin/node"),
    await unpacked(`npm@${npm}`),
  ];
  const [home, bin] = [path.join(folder, "home"), path.join(folder, "bin")];
  await mkdir(home, { recursive: true });
  await mkdir(bin);
  const programs = { node: "", npm: ` ${npmFolder}/bin/npm-cli.js`, npx: ` ${npmFolder}/bin/npx-cli.js` };
  for (const [name, script] of Object.entries(programs))
    await writeFile(path.join(bin, name), `#!/bin/sh\nexec ${nodeBinary}${script} "$@"\n`, { mode: 0o755 });
  // Where packages come from is a matter of the network, not of the person.
  await copyFile(path.join(homedir(), ".npmrc"), path.join(home, ".npmrc")).catch(() => {});
  const { NODE_EXTRA_CA_CERTS = "", SSL_CERT_FILE = "", PATH = "" } = process.env;
  const system = PATH.split(path.delimiter).filter((one) => !one.includes("node_modules"));
  const env = { HOME: home, PATH: [bin, ...system].join(path.delimiter) };
  return {
    name: `Node ${node}, npm ${npm}`,
    env: { ...env, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...(SSL_CERT_FILE && { SSL_CERT_FILE }) },
  };
}

/** The folder of a package's files, which are fetched once. */
async function unpacked(spec: string): Promise<string> {
  const folder = await cacheFolder(path.join("newcomer", spec));
  const files = path.join(folder, "package");
  const isThere = await access(files).then(
    () => true,
    () => false,
  );
  if (isThere) return files;
  await run("npm", ["pack", "--silent", spec, "--pack-destination", folder]);
  const [archive = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await run("tar", ["xzf", path.join(folder, archive), "-C", folder]);
  // npm looks for its global folder beside the Node that runs it.
  await mkdir(path.join(files, "lib"), { recursive: true });
  return files;
}

/** One of the project's npm commands, as somebody runs it in their clone. */
export class Command {
  readonly #child;
  readonly #clone: string;
  readonly #begin = performance.now();
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  output = "";

  constructor(machine: Machine, clone: string, args: string[], env: Record<string, string> = {}) {
    this.#clone = clone;
    const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
    // npm 9 and 10 do not pass a SIGTERM on: a group of its own can be ended as a whole.
    this.#child = spawn("npm", args, { cwd: clone, env: { ...machine.env, ...env }, detached: true, stdio });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
    this.ended = once(this.#child, "close").then(([code]) => code);
    atEnd(() => this.end("SIGKILL"));
  }

  /** Waits until the server serves. @returns the seconds since the start, or undefined if it has ended instead */
  ready(): Promise<number | undefined> {
    return new Promise((resolve) => {
      this.#child.stdout.on("data", () => {
        if (/Mayfly is ready\.\n.*\n\n/s.test(this.output)) resolve(this.seconds());
      });
      void this.ended.then(() => resolve(undefined));
    });
  }

  seconds(): number {
    return (performance.now() - this.#begin) / 1000;
  }

  /** Ends it and all that it has started, also a step of the set-up, which is a group of its own. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const lock = await readFile(path.join(this.#clone, ".setup/lock"), "utf8").catch(() => "");
    for (const group of [
      -(this.#child.pid ?? 0),
      ...lock
        .split(" ")
        .map(Number)
        .filter((pid) => pid < 0),
    ]) {
      try {
        process.kill(group, signal);
      } catch {
        // It has ended.
      }
    }
    await this.ended;
  }
}
