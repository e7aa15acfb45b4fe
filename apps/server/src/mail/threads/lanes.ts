import { LRUCache } from "lru-cache";
import type { Parsed } from "../task.ts";
import { ParserThread, type ThreadOptions, type Work } from "./parser_thread.ts";
import type { Tasks } from "./thread_messages.ts";

/** The result of one of a thread's tasks. */
type ResultOf<Does extends Tasks, Name extends keyof Does> = Parsed<Awaited<ReturnType<Does[Name]>>>;

/** How long a company whose message took too long stays in the slow lane, where hardly any others are. */
const slowMilliseconds = 10 * 60_000;
/** More companies than can have a message that takes too long within `slowMilliseconds`. */
const slowCompanies = 10_000;

/**
 * Two threads, so that mail made to take long delays its own company, and others hardly: the quick thread gives up
 * soon, and the company whose message it gave up on uses the slow thread for a while.
 */
export class Lanes<Does extends Tasks> {
  readonly #quick: ParserThread;
  readonly #slow: ParserThread;
  readonly #slowly = new LRUCache<string, true>({ max: slowCompanies, ttl: slowMilliseconds });

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

  /**
   * The same by the quick thread alone: what it gives up on, and for a while the other mail of its company, fails as too slow
   * and is to be run later.
   */
  async runQuick<Name extends keyof Does>(work: Work & { task: Name }): Promise<ResultOf<Does, Name>> {
    if (this.#slowly.has(work.company)) return { failure: "too_slow" };
    const parsed = await this.#quick.run(work);
    if ("failure" in parsed && parsed.failure !== "unreadable") {
      this.#slowly.set(work.company, true);
      for (const { resolve } of this.#quick.giveUp(work.company)) resolve({ failure: "too_slow" });
    }
    return parsed as ResultOf<Does, Name>;
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
