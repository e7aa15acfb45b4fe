import { Worker } from "node:worker_threads";
import { collectGarbage } from "../../process/collect_garbage.ts";
import type { Failure, Parsed, TaskArguments } from "../task.ts";
import { FairQueue } from "./fair_queue.ts";
import { type Batch, type BatchDone, progressAt, type Shared, usualBytes } from "./thread_messages.ts";

/** How long a thread that hardly anybody needs is kept without work. */
const idleMilliseconds = 60_000;
/** How many times its processor time a batch may take by the clock, on a busy machine. */
const patience = 5;

export interface Work {
  company: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
  task: string;
  given?: TaskArguments | undefined;
  /** Whether the message is in no batch with others, because so many may be more than should be in memory. */
  alone?: boolean;
}

export interface ThreadOptions {
  script: URL;
  /** The deadline of a batch: processor time of the thread, since on a busy machine an ordinary message may take seconds. */
  milliseconds: number;
  memoryMegabytes: number;
  workerData?: object;
  /** Whether the thread ends when it has had no work for a while. */
  endsIdle?: boolean;
  /** Whether to give the thread this many messages now. */
  isWorthwhile?: ((messages: number) => boolean) | undefined;
}

interface QueuedWork extends Work {
  resolve(parsed: Parsed<unknown>): void;
  reject(error: unknown): void;
}

/** A thread with a deadline and a memory cap. When a message breaks either, the thread is ended and replaced. */
export class ParserThread {
  readonly #batchSize: number;
  readonly #options: ThreadOptions;
  readonly #waiting = new FairQueue<QueuedWork>();
  #loading = false;
  /** The next message, loaded while the thread is busy with others. */
  #ahead: { work: QueuedWork; bytes: Promise<Uint8Array> } | undefined;
  /** The messages that the thread is working on. */
  #batch: QueuedWork[] = [];
  #begin: NodeJS.Immediate | undefined;
  #worker: Worker | undefined;
  /** Memory shared with the thread: see Shared. */
  #progress: Int32Array = new Int32Array(Object.keys(progressAt).length);
  /** Passes messages to the thread. A new buffer per batch would keep the garbage collectors of both threads busy. */
  readonly #usual = new SharedArrayBuffer(usualBytes);
  #ready = false;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Whether the batch did not fit the usual buffer. */
  #isLarge = false;
  #isClosed = false;

  constructor(batchSize: number, options: ThreadOptions) {
    this.#batchSize = batchSize;
    this.#options = options;
  }

  /** @throws what loading the bytes throws */
  run(work: Work): Promise<Parsed<unknown>> {
    return new Promise((resolve, reject) => {
      this.push({ ...work, resolve, reject });
    });
  }

  push(...work: QueuedWork[]): void {
    for (const one of work) this.#waiting.push(one.company, one);
    this.#loadAhead();
    this.goOn();
  }

  /** Begins in a setImmediate, so that messages which arrive in the same network reads go in the same batch. */
  goOn(): void {
    this.#begin ??= setImmediate(() => {
      this.#begin = undefined;
      void this.#next();
    });
  }

  prepare(): void {
    this.#worker ??= this.#startWorker();
  }

  /** Removes and returns the waiting messages of a company. */
  giveUp(company: string): QueuedWork[] {
    if (this.#ahead?.work.company === company) this.#ahead = undefined;
    return this.#waiting.takeAll(company);
  }

  async close(): Promise<void> {
    // What is loading, or asking how long the thread has worked, goes no further.
    this.#isClosed = true;
    this.#takeBatch();
    clearImmediate(this.#begin);
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  /** Takes waiting messages and loads them. Those that cannot be loaded are rejected and left out. */
  async #load(): Promise<{ batch: QueuedWork[]; parts: Uint8Array[] }> {
    const taken = this.#take();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const loaded = await Promise.allSettled(
      taken.map(async (work) => (work === ahead?.work ? ahead.bytes : work.bytes())),
    );
    const parts: Uint8Array[] = [];
    const batch = taken.filter(({ reject }, at) => {
      const one = loaded[at];
      if (one?.status === "fulfilled") parts.push(one.value);
      else reject(one?.reason);
      return one?.status === "fulfilled";
    });
    return taken.length > 0 && batch.length === 0 ? this.#load() : { batch, parts };
  }

  /** Takes the messages of the next batch. */
  #take(): QueuedWork[] {
    if (this.#waiting.first()?.alone) return this.#waiting.take(1);
    const taken = this.#waiting.take(this.#batchSize);
    const end = taken.findIndex(({ alone }) => alone);
    if (end > 0) this.#waiting.putBack(taken.splice(end).map((one) => [one.company, one]));
    return taken;
  }

  async #next(): Promise<void> {
    if (this.#isClosed || this.#loading || this.#batch.length > 0) return;
    if (this.#options.isWorthwhile?.(this.#waiting.size) === false) return;
    this.#loading = true;
    const { batch, parts } = await this.#load();
    this.#loading = false;
    if (batch.length === 0 || this.#isClosed) return;
    // Only set now: if the thread becomes ready or fails while the messages load, that must not concern them.
    this.#batch = batch;
    clearTimeout(this.#idle);
    this.prepare();
    if (this.#ready) this.#startDeadline();
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    const joined = size <= usualBytes ? this.#usual : (sharedAlready(parts) ?? new SharedArrayBuffer(size));
    this.#isLarge = size > usualBytes;
    const bytes = new Uint8Array(joined);
    let start = 0;
    const work = this.#batch.map(({ task, given }, at) => {
      const part = parts[at] ?? new Uint8Array();
      if (part.buffer !== joined) bytes.set(part, start);
      start += part.length;
      return { task, given, size: part.length };
    });
    Atomics.store(this.#progress, progressAt.place, 0);
    this.#worker?.postMessage({ joined, work } satisfies Batch);
    this.#loadAhead();
  }

  #loadAhead(): void {
    const work = this.#waiting.first();
    if (work === undefined || this.#batch.length === 0 || work === this.#ahead?.work) return;
    const bytes = (async () => work.bytes())();
    bytes.catch(() => {}); // `#load` reports the error when the message's turn comes
    this.#ahead = { work, bytes };
  }

  #startWorker(): Worker {
    this.#progress = new Int32Array(new SharedArrayBuffer(this.#progress.byteLength));
    const worker = new Worker(this.#options.script, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMegabytes },
      workerData: { ...this.#options.workerData, progress: this.#progress } satisfies Shared,
    });
    worker.on("message", (message: BatchDone | "ready" | object) => {
      // `node --watch` sends messages of its own.
      if (worker !== this.#worker || (typeof message === "object" && !("results" in message))) return;
      if (message !== "ready") return this.#finish(message);
      this.#ready = true;
      if (this.#batch.length > 0) this.#startDeadline();
    });
    // Out of memory.
    worker.on("error", () => {
      if (worker === this.#worker) this.#fail("too_large");
    });
    worker.unref();
    return worker;
  }

  #startDeadline() {
    const { milliseconds } = this.#options;
    const latest = performance.now() + patience * milliseconds;
    const wait = (left: number) => {
      this.#deadline = setTimeout(() => void check(), left);
    };
    const check = async () => {
      const batch = this.#batch;
      const left = latest - performance.now();
      if (left <= 0) return this.#fail("too_slow");
      // In case the thread does not say how long it has worked.
      this.#deadline = setTimeout(() => this.#fail("too_slow"), left);
      const worked = await this.#worked();
      if (batch !== this.#batch) return;
      clearTimeout(this.#deadline);
      if (worked >= milliseconds) return this.#fail("too_slow");
      wait(Math.max(milliseconds - worked, milliseconds / 10));
    };
    wait(milliseconds);
  }

  /** The processor time that the thread has spent on its batch. Milliseconds. */
  async #worked(): Promise<number> {
    const usage = await this.#worker?.cpuUsage().catch(() => undefined);
    return usage === undefined
      ? 0
      : (usage.user + usage.system) / 1000 - Atomics.load(this.#progress, progressAt.workedBefore);
  }

  #takeBatch(): QueuedWork[] {
    clearTimeout(this.#deadline);
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }

  #finish({ results }: BatchDone) {
    const batch = this.#takeBatch();
    for (const [at, result] of results.entries()) batch[at]?.resolve(result);
    this.#putBack(batch.slice(results.length));
    this.goOn();
    // The copies of a large message, which loading it has left behind.
    if (this.#isLarge) setImmediate(collectGarbage);
    if (this.#options.endsIdle) this.#idle = setTimeout(() => this.#end(), idleMilliseconds).unref();
  }

  /** Ends the thread, which frees all its memory. The next message starts another. */
  #end() {
    const idle = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    void idle?.terminate();
  }

  #putBack(work: QueuedWork[]) {
    this.#waiting.putBack(work.map((one) => [one.company, one]));
  }

  #fail(failure: Failure) {
    const batch = this.#takeBatch();
    this.#end();
    const [guilty] = batch.splice(Atomics.load(this.#progress, progressAt.place), 1);
    guilty?.resolve({ failure });
    this.#putBack(batch);
    // The next batch begins in a setImmediate, so that Lanes can first give up the company's other waiting messages.
    this.push();
  }
}

/** Returns the buffer of a single message if it was loaded into a SharedArrayBuffer of its own, which needs no copy. */
function sharedAlready([first, ...others]: Uint8Array[]): SharedArrayBuffer | undefined {
  const isAlone = others.length === 0 && first?.byteLength === first?.buffer.byteLength;
  return isAlone && first?.buffer instanceof SharedArrayBuffer ? first.buffer : undefined;
}
