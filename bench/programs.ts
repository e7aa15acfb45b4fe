import { execFile, spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { atEnd } from "./cleanup.ts";
import { patience } from "./until.ts";

/** Runs a program to its end. */
export const run = promisify(execFile);

const stopSeconds = 20;

export interface Program {
  pid: number;
  /** The end of what it has printed. */
  output(): string;
  stop(): Promise<void>;
}

interface ProgramOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** The program is ready when this port answers, or when its output contains this text. */
  ready: number | string;
  /** Called with what it prints. */
  onOutput?: (text: string) => void;
}

/** Starts a server in its own process group, so that a signal from the terminal does not end it before we do. */
export async function startProgram(command: string, args: string[], options: ProgramOptions): Promise<Program> {
  const { env, cwd, ready, onOutput } = options;
  const child = spawn(command, args, { env, cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-10_000);
      onOutput?.(text);
    });
  }
  let ended = false;
  const end = new Promise<void>((resolve) => {
    const finish = () => {
      ended = true;
      resolve();
    };
    child.once("exit", finish).once("error", finish);
  });
  const stop = async () => {
    if (!ended) child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), stopSeconds * 1000);
    await end;
    clearTimeout(timer);
  };
  atEnd(stop);

  const isReady = () => (typeof ready === "number" ? answers(ready) : output.includes(ready));
  const giveUp = performance.now() + patience;
  while (!(await isReady())) {
    if (ended || performance.now() > giveUp) throw new Error(`${command} ${args[0] ?? ""} does not start: ${output}`);
    await wait(50);
  }
  return { pid: child.pid ?? 0, output: () => output, stop };
}

/** Fulfilled when a port of a program that runs answers. */
export async function answering(port: number): Promise<void> {
  for (const giveUp = performance.now() + patience; !(await answers(port)); await wait(50)) {
    if (performance.now() > giveUp) throw new Error(`Nothing answers at port ${port}`);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
