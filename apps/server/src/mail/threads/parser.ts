import { beginningOf } from "../beginning.ts";
import { type Extract, noExtract } from "../extract.ts";
import { headOf } from "../mime/head.ts";
import type { ListedFields } from "../show/searched.ts";
import { noSummary, type Summary } from "../summary.ts";
import type { TaskArguments } from "../task.ts";
import type { IncomingTasks } from "./incoming.worker.ts";
import type { IndexedTasks } from "./indexed.worker.ts";
import { Lanes } from "./lanes.ts";
import type { OpenedTasks } from "./opened.worker.ts";
import type { SentOnTasks } from "./sent_on.worker.ts";

export interface ParserLimits {
  /** The time limit for a message that is opened or sent on. An incoming message, or a first attempt, gets a fifth. */
  milliseconds: number;
  memoryMegabytes: number;
}

/** The most messages in a batch: posting to a thread, or back, costs about as much as parsing a small message. */
const batchMessages = 64;
/** The same for messages that are sent on, which take longer to parse. */
const sentOnMessages = 16;
/** The same for messages that are indexed. */
const indexedMessages = 32;
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

/** Reads mail in worker threads: separate ones for incoming mail, mail that people open, is sent to webhooks, and is indexed. */
export class Parser {
  readonly #incoming: Lanes<IncomingTasks>;
  readonly #opened: Lanes<OpenedTasks>;
  readonly #sentOn: Lanes<SentOnTasks>;
  readonly #indexed: Lanes<IndexedTasks>;

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
    this.#indexed = new Lanes(indexedMessages, {
      ...{ ...thread("./indexed.worker.ts"), quick: short, slow: milliseconds, endsIdle: true },
    });
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
  read<Name extends keyof OpenedTasks>(
    task: Name,
    company: string,
    load: () => Promise<Buffer>,
    given?: TaskArguments,
  ) {
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

  /**
   * Reads a message for the index of the search.
   * @param message the whole message, or a function that loads a long one when its turn comes
   * @param isPatient whether it may take as long as one that is opened
   */
  index(company: string, message: Buffer | (() => Promise<Buffer>), row: ListedFields, isPatient: boolean) {
    const isLong = typeof message === "function";
    const bytes = isLong ? { bytes: message, alone: true } : { bytes: () => message };
    const work = { company, task: "index" as const, given: { indexed: row }, ...bytes };
    return isPatient ? this.#indexed.run(work) : this.#indexed.runQuick(work);
  }

  async close(): Promise<void> {
    const all = [this.#incoming, this.#opened, this.#sentOn, this.#indexed];
    await Promise.all(all.map((lanes) => lanes.close()));
  }
}
