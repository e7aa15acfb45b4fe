// Runs in a worker thread: mail is hostile, and here it can cost no more than its own deadline (design, invariant 6).
import { parentPort } from "node:worker_threads";
import { render } from "./rendering.ts";
import { summarise } from "./summary.ts";

const tasks = { summarise, render };
export type Task = keyof typeof tasks;
export type Result = { value: unknown } | { error: string };

/** Bytes lose their Buffer on the way into a thread. */
const buffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function run(task: Task, bytes: Uint8Array): Promise<Result> {
  try {
    return { value: await tasks[task](buffer(bytes)) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on("message", async ({ task, batch }: { task: Task; batch: Uint8Array[] }) => {
  parentPort?.postMessage(await Promise.all(batch.map((bytes) => run(task, bytes))));
});
// Before this, the deadline does not run.
parentPort?.postMessage("ready");
