import { setTimeout as wait } from "node:timers/promises";
import { reportview } from "@mayfly/contracts";
import { send } from "../bench/call.ts";
import { atEnd } from "../bench/cleanup.ts";
import { patience } from "../bench/until.ts";

const fields = ["name", "creation", "sender", "recipients", "subject", "preview"];
/** The pause that a person makes between two calls. Milliseconds. */
const pause = 200;

/** People who page through their mail and search in it, one call after the other. */
export class People {
  readonly #url: string;
  readonly #cookies: string[];
  readonly #workers: Promise<void>[];
  #stopping = false;
  /** How often each status was answered; 0 is a connection without an answer. */
  readonly statuses = new Map<number, number>();
  /** Calls that got no answer within `patience`; they also count among those without an answer. */
  hung = 0;
  /** The calls answered with 200: when each was made, and how long it took. Milliseconds. */
  readonly delays: { at: number; took: number }[] = [];
  /** The longest time that any answer took. Milliseconds. */
  slowest = 0;

  /** @param cookies one for each person */
  constructor(url: string, cookies: string[]) {
    this.#url = url;
    this.#cookies = cookies;
    this.#workers = cookies.map((_, at) => this.#work(at));
    atEnd(() => this.stop());
  }

  /** Answers of 500 and more, except 503: it says that the database is away and that the client should come again. */
  get failures(): number {
    return [...this.statuses].reduce((sum, [status, count]) => sum + (status >= 500 && status !== 503 ? count : 0), 0);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#workers);
  }

  async #work(person: number) {
    for (let turn = person; !this.#stopping; turn += 1) {
      const begin = performance.now();
      const status = await this.#call(person, turn);
      const took = performance.now() - begin;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === 200) this.delays.push({ at: begin, took });
      if (status !== 0) this.slowest = Math.max(this.slowest, took);
      await wait(pause);
    }
  }

  async #call(person: number, turn: number): Promise<number> {
    const list = { doctype: "Customer Inbox", fields, order_by: "modified desc", page_length: 20 };
    const search = [["subject", "like", `%${turn}%`]];
    const calls = [
      [reportview.get, { ...list, start: 0, filters: [] }],
      [reportview.get, { ...list, start: 20 * (turn % 50), filters: [] }],
      [reportview.get, { ...list, start: 0, filters: search }],
      [reportview.get_count, { doctype: "Customer Inbox", filters: [] }],
    ] as const;
    const [contract, input] = calls[turn % calls.length] ?? calls[0];
    try {
      const caller = { url: this.#url, cookie: this.#cookies[person] ?? "" };
      const response = await send(caller, contract, input, AbortSignal.timeout(patience));
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      if ((error as Error).name === "TimeoutError") this.hung += 1;
      return 0;
    }
  }
}
