import { parentPort, workerData } from "node:worker_threads";
import { collectGarbage } from "../../process/collect_garbage.ts";
import type { Parsed } from "./parser.ts";

/** The size of the buffer that is reused for batches; most batches fit. */
export const usualBytes = 1024 * 1024;

/** The arguments of a task besides the message. */
export interface Given {
  /** The message's source, which its image links name. */
  source?: string;
  /** The number of the attachment to read. */
  part?: number;
}

/** The tasks that a thread can do with a message, by name. */
export type Tasks = Record<string, (raw: Buffer, given: Given) => Promise<unknown>>;

/** Messages one after the other in `joined`. */
export interface Batch {
  joined: SharedArrayBuffer;
  work: { task: string; given?: Given | undefined; size: number }[];
}

export interface Done {
  /** At least one, perhaps not all: the thread ends a batch early, so that no message waits behind many slow ones. */
  results: Parsed<unknown>[];
}

/** What a thread shares with the parser: `at` holds the index in the batch of the message that it is reading. */
export interface Shared {
  at: Int32Array;
}

/** After this time, the thread begins no further message of a batch. Well below the deadline of the whole batch. */
const batchMilliseconds = 50;

/**
 * Makes this worker thread do `tasks`. Mail is hostile, and in a thread it can cost no more than its own deadline
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
    // Otherwise this thread would keep a large message until it has read much other mail.
    if (joined.byteLength > usualBytes) setImmediate(collectGarbage);
  });
  // The parser does not start the deadline before it gets this.
  parentPort?.postMessage("ready");
}
