import { parentPort, workerData } from "node:worker_threads";
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

/** Messages one after the other in `joined`. */
export interface Batch {
  joined: SharedArrayBuffer;
  work: { task: string; given?: Given | undefined; size: number }[];
}

export interface Done {
  /** Of those that the thread got to, one at least: a batch has an end, so that none waits behind many that take long. */
  results: Parsed<unknown>[];
}

/** What a thread shares with who started it: the place in its batch of the message that it is at. */
export interface Shared {
  at: Int32Array;
}

/** After so long no further message of a batch is begun: well below the deadline that all of them have. */
const batchMilliseconds = 50;

/**
 * Makes this worker thread one that does `tasks`: mail is hostile, and here it can cost no more than its own deadline
 * (design, invariant 6).
 */
export function serve(tasks: Tasks): void {
  const { at } = workerData as Shared;
  async function run(name: string, raw: Buffer, given: Given = {}): Promise<Parsed<unknown>> {
    const task = tasks[name];
    if (task === undefined) throw new Error(`no task of this thread: ${name}`);
    try {
      return { value: await task(raw, given) };
    } catch {
      return { failure: "unreadable" };
    }
  }

  parentPort?.on("message", async ({ joined, work }: Batch) => {
    const done: Done = { results: [] };
    const begin = performance.now();
    let start = 0;
    for (const [place, { task, given, size }] of work.entries()) {
      if (place > 0 && performance.now() - begin > batchMilliseconds) break;
      Atomics.store(at, 0, place);
      done.results.push(await run(task, Buffer.from(joined, start, size), given));
      start += size;
    }
    parentPort?.postMessage(done);
  });
  // Before this, the deadline does not run.
  parentPort?.postMessage("ready");
}
