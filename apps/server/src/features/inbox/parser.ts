import { Worker } from "node:worker_threads";
import { type Extract, extractedBytes, noExtract } from "./extraction.ts";
import type { Batch, Result, Task } from "./parser.worker.ts";
import { noSummary, type Summary } from "./summary.ts";

export interface ParserLimits {
  /** How long one message may take. */
  milliseconds: number;
  memoryMegabytes: number;
}

/** Text parts stand at the beginning; nothing behind this is looked at before the message is stored. */
const summarisedBytes = 128 * 1024;
/** Messages that go into a thread together: each way costs about as much as parsing a small one. */
const batchMessages = 64;

/** Reads mail in three threads: for mail that comes in, for mail that is opened, and for mail that is sent on. */
export class Parser {
  readonly #incoming: ParserThread<Summary>;
  readonly #opened: ParserThread<string>;
  readonly #sentOn: ParserThread<Extract>;

  constructor(limits: ParserLimits) {
    this.#incoming = new ParserThread("summarise", batchMessages, limits);
    this.#opened = new ParserThread("render", 1, limits);
    this.#sentOn = new ParserThread("extract", batchMessages, limits);
  }

  /** What cannot be read in time, or at all, has an empty summary: the message is stored all the same (threat 15). */
  async summarise(raw: Buffer): Promise<Summary> {
    // A copy, because what goes into a thread takes all the memory along that it is a part of.
    return (await this.#incoming.run(new Uint8Array(raw.subarray(0, summarisedBytes)))) ?? noSummary;
  }

  /** HTML that is safe to show, or undefined when the message cannot be rendered in time, or at all. */
  render(raw: Buffer): Promise<string | undefined> {
    return this.#opened.run(raw);
  }

  /** The beginning of what a message says, for programs. */
  async extract(raw: Buffer): Promise<Extract> {
    return (await this.#sentOn.run(new Uint8Array(raw.subarray(0, extractedBytes)))) ?? noExtract;
  }

  async close(): Promise<void> {
    await Promise.all([this.#incoming.close(), this.#opened.close(), this.#sentOn.close()]);
  }
}

interface Waiting<Value> {
  bytes: Uint8Array;
  /** It was in a batch that failed, and now goes alone. */
  alone: boolean;
  resolve(value: Value | undefined): void;
}

/** A thread with one task, a deadline and a memory cap. A thread that breaks either is ended and replaced. */
class ParserThread<Value> {
  readonly #task: Task;
  readonly #batchSize: number;
  readonly #limits: ParserLimits;
  readonly #waiting: Waiting<Value>[] = [];
  #batch: Waiting<Value>[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #deadline: NodeJS.Timeout | undefined;

  constructor(task: Task, batchSize: number, limits: ParserLimits) {
    this.#task = task;
    this.#batchSize = batchSize;
    this.#limits = limits;
  }

  /** @returns undefined for what takes too long, needs too much memory or fails */
  run(bytes: Uint8Array): Promise<Value | undefined> {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, alone: this.#batchSize === 1, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #next() {
    if (this.#batch.length > 0 || this.#waiting.length === 0) return;
    const alone = this.#waiting[0]?.alone;
    const others = this.#waiting.findIndex((one, at) => at === this.#batchSize || one.alone);
    this.#batch = this.#waiting.splice(0, alone ? 1 : others < 0 ? this.#waiting.length : others);
    this.#worker ??= this.#startWorker();
    if (this.#ready) this.#startDeadline();
    // One buffer that changes hands, instead of a copy and an allocation for each message.
    const joined = Buffer.allocUnsafeSlow(this.#batch.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let start = 0;
    for (const { bytes } of this.#batch) {
      joined.set(bytes, start);
      start += bytes.length;
    }
    const sizes = this.#batch.map(({ bytes }) => bytes.length);
    this.#worker.postMessage({ task: this.#task, joined, sizes } satisfies Batch, [joined.buffer]);
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL("./parser.worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMegabytes },
    });
    worker.on("message", (message: Result[] | "ready") => {
      if (worker !== this.#worker) return;
      if (message !== "ready") return this.#finish(message);
      this.#ready = true;
      this.#startDeadline();
    });
    // Out of memory.
    worker.on("error", () => {
      if (worker === this.#worker) this.#fail();
    });
    worker.unref();
    return worker;
  }

  #startDeadline() {
    this.#deadline = setTimeout(() => this.#fail(), this.#limits.milliseconds);
  }

  #takeBatch(): Waiting<Value>[] {
    clearTimeout(this.#deadline);
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }

  #finish(results: Result[]) {
    for (const [at, { resolve }] of this.#takeBatch().entries()) {
      const result = results[at];
      resolve(result && "value" in result ? (result.value as Value) : undefined);
    }
    this.#next();
  }

  /** One of the batch is at fault, and who it is shows when each goes alone. */
  #fail() {
    const batch = this.#takeBatch();
    const broken = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    void broken?.terminate();
    if (batch.length === 1) batch[0]?.resolve(undefined);
    else this.#waiting.unshift(...batch.map((one) => ({ ...one, alone: true })));
    this.#next();
  }
}
