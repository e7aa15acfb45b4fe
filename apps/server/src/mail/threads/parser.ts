import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { collectGarbage } from "../../process/collect_garbage.ts";
import { beginningOf } from "../beginning.ts";
import { type Extract, noExtract } from "../extract.ts";
import { headOf } from "../mime/head.ts";
import { noSummary, type Summary } from "../summary.ts";
import { FairQueue } from "./fair_queue.ts";
import type { IncomingTasks } from "./incoming.worker.ts";
import type { OpenedTasks } from "./opened.worker.ts";
import type { SentOnTasks } from "./sent_on.worker.ts";
import { type Batch, type Done, type Given, type Shared, type Tasks, usualBytes } from "./thread_tasks.ts";

export interface ParserLimits {
  /** The time limit for a message that is opened or sent on. An incoming message, or a first attempt, gets a fifth. */
  milliseconds: number;
  memoryMegabytes: number;
}

/** Why there is no result: the message needs too much memory or time, or cannot be read. */
export type Failure = "too_large" | "too_slow" | "unreadable";
export type Parsed<Value> = { value: Value } | { failure: Failure };

/** The most messages in a batch: posting to a thread, or back, costs about as much as parsing a small message. */
const batchMessages = 64;
/** The same for messages that are sent on, which take longer to parse. */
const sentOnMessages = 16;
/** How long a thread that hardly anybody needs is kept without work. Milliseconds. */
const keptIdle = 60_000;

/** A message that uses what most do: a text, an HTML with styles, an image and a link, and a code. */
const firstMail = Buffer.from(
  `From: =?utf-8?q?Zo=C3=AB?= <zoe@elsewhere.example>
Subject: Your code is 739204
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Your code is 739204 =E2=80=93 or follow https://elsewhere.example/confirm
--b
Content-Type: text/html; charset=utf-8

<style>p { color: red }</style><p style="margin: 0">Your code is 739204</p>
<a href="https://elsewhere.example/confirm">Confirm</a><img src="https://elsewhere.example/a.png">
--b--
`.replaceAll("\n", "\r\n"),
);

/** Reads mail in worker threads: separate ones for incoming mail, mail that people open, and mail sent to webhooks. */
export class Parser {
  readonly #incoming: Lanes<IncomingTasks>;
  readonly #opened: Lanes<OpenedTasks>;
  readonly #sentOn: Lanes<SentOnTasks>;

  /**
   * @param imageKey signs the links to external images
   * @param isWorthwhile says whether to read this many incoming messages now, or to wait for more: see `goOn`
   */
  constructor(
    { milliseconds, memoryMegabytes }: ParserLimits,
    imageKey: string,
    isWorthwhile: (messages: number) => boolean = () => true,
  ) {
    const short = milliseconds / 5;
    // Each kind of thread has its own script, because the modules that some tasks need take long to load.
    const thread = (script: string) => ({ script: new URL(script, import.meta.url), memoryMegabytes });
    this.#incoming = new Lanes(batchMessages, {
      ...thread("./incoming.worker.ts"),
      quick: short,
      slow: short,
      isWorthwhile,
    });
    const opened = { ...thread("./opened.worker.ts"), workerData: { imageKey } };
    this.#opened = new Lanes(1, { ...opened, quick: short, slow: milliseconds });
    this.#sentOn = new Lanes(sentOnMessages, { ...thread("./sent_on.worker.ts"), quick: short, slow: milliseconds });
  }

  /**
   * For a message that cannot be read in time, or at all, the summary is made from the headers alone, or is empty: the
   * message is stored all the same (threat 15).
   * @param company whose other mail waits behind this message if it takes long
   */
  async summarise(raw: Buffer, company: string): Promise<Summary> {
    for (const bytes of [() => beginningOf(raw), () => headOf(raw)]) {
      const parsed = await this.#incoming.run({ company, bytes, task: "summarise" });
      if ("value" in parsed) return parsed.value;
    }
    return noSummary;
  }

  /** Asks `isWorthwhile` again whether to read the waiting messages now. */
  goOn(): void {
    this.#incoming.goOn();
  }

  /**
   * Has the threads read a message each: they load their modules, and compile what they use, with the first one.
   * @param opened whether mail will also be opened here, or shown live
   */
  async warmUp(opened: boolean): Promise<void> {
    const work = { company: "", bytes: () => firstMail };
    await Promise.all([
      this.#incoming.run({ ...work, task: "summarise" }),
      opened && this.#opened.run({ ...work, task: "render" }),
    ]);
  }

  /** Starts the thread for opened messages early, because starting it takes longer than reading most messages. */
  prepare(): void {
    this.#opened.prepare();
  }

  /** @param load loads the whole message; called when its turn comes */
  read<Name extends keyof OpenedTasks>(task: Name, company: string, load: () => Promise<Buffer>, given?: Given) {
    return this.#opened.run({ company, bytes: load, task, given });
  }

  /**
   * Reads the beginning of a message's content, for the programs that webhooks call.
   * @param message the whole message, or a function that loads a long one when its turn comes
   */
  async extract(company: string, message: Buffer | (() => Promise<Buffer>)): Promise<Extract> {
    const isLong = typeof message === "function";
    const work = isLong ? { bytes: message, alone: true } : { bytes: () => message };
    const parsed = await this.#sentOn.run({ company, task: "extract", ...work });
    return "value" in parsed ? parsed.value : noExtract;
  }

  async close(): Promise<void> {
    await Promise.all([this.#incoming.close(), this.#opened.close(), this.#sentOn.close()]);
  }
}

interface Work {
  company: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
  task: string;
  given?: Given | undefined;
  /** Whether the message is in no batch with others, because so many may be more than should be in memory. */
  alone?: boolean;
}

interface ThreadOptions {
  script: URL;
  milliseconds: number;
  memoryMegabytes: number;
  workerData?: object;
  /** Whether the thread ends when it has had no work for a while. */
  endsIdle?: boolean;
  /** Whether to give the thread this many messages now. */
  isWorthwhile?: ((messages: number) => boolean) | undefined;
}

/** The result of one of a thread's tasks. */
type ResultOf<Does extends Tasks, Name extends keyof Does> = Parsed<Awaited<ReturnType<Does[Name]>>>;

/** How long a company whose message took too long stays in the slow lane, where hardly any others are. */
const slowFor = 10 * 60_000;
/** More companies than can have a message that takes too long within `slowFor`. */
const slowCompanies = 10_000;

/**
 * Two threads, so that mail made to take long delays its own company, and others hardly: the quick thread gives up
 * soon, and the company whose message it gave up on uses the slow thread for a while.
 */
class Lanes<Does extends Tasks> {
  readonly #quick: ParserThread;
  readonly #slow: ParserThread;
  readonly #slowly = new LRUCache<string, true>({ max: slowCompanies, ttl: slowFor });

  constructor(
    batchSize: number,
    { quick, slow, isWorthwhile, ...options }: Record<"quick" | "slow", number> & Omit<ThreadOptions, "milliseconds">,
  ) {
    this.#quick = new ParserThread(batchSize, { ...options, isWorthwhile, milliseconds: quick });
    this.#slow = new ParserThread(1, { ...options, milliseconds: slow, endsIdle: true });
  }

  async run<Name extends keyof Does>(work: Work & { task: Name }): Promise<ResultOf<Does, Name>> {
    if (!this.#slowly.has(work.company)) {
      const parsed = await this.#quick.run(work);
      if (!("failure" in parsed) || parsed.failure === "unreadable") return parsed as ResultOf<Does, Name>;
      this.#slowly.set(work.company, true);
      this.#slow.push(...this.#quick.giveUp(work.company));
      // The slow thread has more time but no more memory, so the message would fail there too.
      if (parsed.failure === "too_large") return parsed;
    }
    return (await this.#slow.run(work)) as ResultOf<Does, Name>;
  }

  prepare(): void {
    this.#quick.prepare();
  }

  goOn(): void {
    this.#quick.goOn();
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#slow.close()]);
  }
}

interface Waiting extends Work {
  resolve(parsed: Parsed<unknown>): void;
  reject(error: unknown): void;
}

/** A thread with a deadline and a memory cap. When a message breaks either, the thread is ended and replaced. */
class ParserThread {
  readonly #batchSize: number;
  readonly #options: ThreadOptions;
  readonly #waiting = new FairQueue<Waiting>();
  #loading = false;
  /** The next message, loaded while the thread is busy with others. */
  #ahead: { work: Waiting; bytes: Promise<Uint8Array> } | undefined;
  /** The messages that the thread is working on. */
  #batch: Waiting[] = [];
  #begin: NodeJS.Immediate | undefined;
  #worker: Worker | undefined;
  /** Memory shared with the thread: see Shared. */
  #at: Int32Array = new Int32Array(1);
  /** Passes messages to the thread. A new buffer per batch would keep the garbage collectors of both threads busy. */
  readonly #usual = new SharedArrayBuffer(usualBytes);
  #ready = false;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Whether the batch did not fit the usual buffer. */
  #isLarge = false;

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

  push(...work: Waiting[]): void {
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
  giveUp(company: string): Waiting[] {
    if (this.#ahead?.work.company === company) this.#ahead = undefined;
    return this.#waiting.takeAll(company);
  }

  async close(): Promise<void> {
    clearImmediate(this.#begin);
    clearTimeout(this.#deadline);
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  /** Takes waiting messages and loads them. Those that cannot be loaded are rejected and left out. */
  async #load(): Promise<{ batch: Waiting[]; parts: Uint8Array[] }> {
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
  #take(): Waiting[] {
    if (this.#waiting.first()?.alone) return this.#waiting.take(1);
    const taken = this.#waiting.take(this.#batchSize);
    const end = taken.findIndex(({ alone }) => alone);
    if (end > 0) this.#waiting.putBack(taken.splice(end).map((one) => [one.company, one]));
    return taken;
  }

  async #next(): Promise<void> {
    if (this.#loading || this.#batch.length > 0) return;
    if (this.#options.isWorthwhile?.(this.#waiting.size) === false) return;
    this.#loading = true;
    const { batch, parts } = await this.#load();
    this.#loading = false;
    if (batch.length === 0) return;
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
    Atomics.store(this.#at, 0, 0);
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
    this.#at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(this.#options.script, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMegabytes },
      workerData: { ...this.#options.workerData, at: this.#at } satisfies Shared,
    });
    worker.on("message", (message: Done | "ready" | object) => {
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
    this.#deadline = setTimeout(() => this.#fail("too_slow"), this.#options.milliseconds);
  }

  #takeBatch(): Waiting[] {
    clearTimeout(this.#deadline);
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }

  #finish({ results }: Done) {
    const batch = this.#takeBatch();
    for (const [at, result] of results.entries()) batch[at]?.resolve(result);
    this.#putBack(batch.slice(results.length));
    this.goOn();
    // The copies of a large message, which loading it has left behind.
    if (this.#isLarge) setImmediate(collectGarbage);
    if (this.#options.endsIdle) this.#idle = setTimeout(() => this.#end(), keptIdle).unref();
  }

  /** Ends the thread, which frees all its memory. The next message starts another. */
  #end() {
    const idle = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    void idle?.terminate();
  }

  #putBack(work: Waiting[]) {
    this.#waiting.putBack(work.map((one) => [one.company, one]));
  }

  #fail(failure: Failure) {
    const batch = this.#takeBatch();
    this.#end();
    const [guilty] = batch.splice(Atomics.load(this.#at, 0), 1);
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
