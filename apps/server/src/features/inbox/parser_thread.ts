import { parentPort } from "node:worker_threads";
import type { Parsed } from "./parser.ts";

/** What a task is told beside the message. */
export interface Given {
  /** The message's source, which its image links name. */
  source?: string;
  /** The attachment that is wanted. */
  part?: number;
}

/** What a thread does with messages, by name. */
export type Tasks = Record<string, (raw: Buffer, given: Given) => Promise<unknown>>;

/** Messages one after the other in `joined`, which goes back with their results. */
export interface Batch {
  joined: ArrayBuffer;
  work: { task: string; given?: Given | undefined; size: number }[];
}

export interface Done {
  results: Parsed<unknown>[];
  joined: ArrayBuffer;
}

/** A message that would take too much to be read. */
export class TooMuch extends RangeError {}

/**
 * Makes this worker thread one that does `tasks`: mail is hostile, and here it can cost no more than its own deadline
 * (design, invariant 6).
 */
export function serve(tasks: Tasks): void {
  async function run(name: string, raw: Buffer, given: Given = {}): Promise<Parsed<unknown>> {
    const task = tasks[name];
    if (task === undefined) throw new Error(`no task of this thread: ${name}`);
    try {
      return { value: await task(raw, given) };
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
}
