// Runs in a worker thread: mail is hostile, and here it can cost no more than its own deadline (design, invariant 6).
import { parentPort } from "node:worker_threads";
import { extract } from "./extraction.ts";
import { render } from "./rendering.ts";
import { summarise } from "./summary.ts";

const tasks = { summarise, extract, render };
export type Task = keyof typeof tasks;
export type Result = { value: unknown } | { error: string };

/** Messages one after the other in `joined`. */
export interface Batch {
  task: Task;
  joined: Uint8Array<ArrayBuffer>;
  sizes: number[];
}

async function run(task: Task, bytes: Buffer): Promise<Result> {
  try {
    return { value: await tasks[task](bytes) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on("message", async ({ task, joined, sizes }: Batch) => {
  let start = 0;
  const messages = sizes.map((size) => {
    const message = Buffer.from(joined.buffer, start, size);
    start += size;
    return message;
  });
  parentPort?.postMessage(await Promise.all(messages.map((bytes) => run(task, bytes))));
});
// Before this, the deadline does not run.
parentPort?.postMessage("ready");
