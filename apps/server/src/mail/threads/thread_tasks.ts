import { parentPort, workerData } from "node:worker_threads";
import { collectGarbage } from "../../process/collect_garbage.ts";
import type { Parsed, TaskArguments } from "../task.ts";
import { type Batch, type BatchDone, progressAt, type Shared, type Tasks, usualBytes } from "./thread_messages.ts";

/** After this time, the thread begins no further message of a batch. Well below the deadline of the whole batch. */
const batchMilliseconds = 50;

/** An argument that a task cannot do without. */
export function required<Given>(given: Given | undefined): Given {
  if (given === undefined) throw new Error("the task lacks an argument");
  return given;
}

/**
 * Makes this worker thread do `tasks`. Mail is hostile, and in a thread it can cost no more than its own deadline
 * (invariant 6).
 */
export function serve(tasks: Tasks): void {
  const { progress } = workerData as Shared;
  const tellWorked = () => {
    const { user, system } = process.threadCpuUsage();
    Atomics.store(progress, progressAt.workedBefore, Math.round((user + system) / 1000));
  };
  /** Whether a message has been read: with the first one, the modules are loaded and compiled. */
  let isLoaded = false;
  async function run(name: string, raw: Buffer, given: TaskArguments = {}): Promise<Parsed<unknown>> {
    const task = tasks[name];
    if (task === undefined) throw new Error(`no task of this thread: ${name}`);
    try {
      return { value: await task(raw, given) };
    } catch {
      return { failure: "unreadable" };
    }
  }

  parentPort?.on("message", async ({ joined, work }: Batch) => {
    const done: BatchDone = { results: [] };
    const begin = performance.now();
    tellWorked();
    let start = 0;
    for (const [place, { task, given, size }] of work.entries()) {
      if (place > 0 && performance.now() - begin > batchMilliseconds) break;
      Atomics.store(progress, progressAt.place, place);
      done.results.push(await run(task, Buffer.from(joined, start, size), given));
      start += size;
    }
    parentPort?.postMessage(done);
    // Otherwise this thread would keep a large message until it has read much other mail, and what loading its modules left
    // for as long as it is idle.
    if (joined.byteLength > usualBytes || !isLoaded) setImmediate(collectGarbage);
    isLoaded = true;
  });
  tellWorked();
  // The parser does not start the deadline before it gets this.
  parentPort?.postMessage("ready");
}
