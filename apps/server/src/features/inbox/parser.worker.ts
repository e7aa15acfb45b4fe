// Runs in a worker thread: mail is hostile, and here it can cost no more than its own deadline (design, invariant 6).
import { parentPort, workerData } from "node:worker_threads";
import { extract } from "./extraction.ts";
import { imageLinks } from "./image_link.ts";
import type { Failure } from "./parser.ts";
import { readAttachment, readHeaders, readText } from "./reading.ts";
import { render, TooMuch } from "./rendering.ts";
import { summarise } from "./summary.ts";

/** What a task is told beside the message. */
export interface Given {
  /** The message's source, which its image links name. */
  source?: string;
  /** The attachment that is wanted. */
  part?: number;
}

export const tasks = {
  summarise: (raw: Buffer) => summarise(raw),
  extract: (raw: Buffer) => extract(raw),
  render: (raw: Buffer, { source = "" }: Given) => render(raw, imageLinks(imageKey, source)),
  text: (raw: Buffer) => readText(raw),
  headers: async (raw: Buffer) => readHeaders(raw),
  attachment: (raw: Buffer, { part = 0 }: Given) => readAttachment(raw, part),
};
export type Task = keyof typeof tasks;
export type Result = { value: unknown } | { failure: Failure };

/** Messages one after the other in `joined`, which goes back with their results. */
export interface Batch {
  joined: ArrayBuffer;
  work: { task: Task; given?: Given | undefined; size: number }[];
}

export interface Done {
  results: Result[];
  joined: ArrayBuffer;
}

const { imageKey = "" } = (workerData ?? {}) as { imageKey?: string };

async function run(task: Task, raw: Buffer, given: Given = {}): Promise<Result> {
  try {
    return { value: await tasks[task](raw, given) };
  } catch (error) {
    return { failure: error instanceof TooMuch ? "too_large" : "unreadable" };
  }
}

parentPort?.on("message", async ({ joined, work }: Batch) => {
  let start = 0;
  const results = work.map(({ task, given, size }) => {
    const raw = Buffer.from(joined, start, size);
    start += size;
    return run(task, raw, given);
  });
  const done: Done = { results: await Promise.all(results), joined };
  parentPort?.postMessage(done, [joined]);
});
// Before this, the deadline does not run.
parentPort?.postMessage("ready");
