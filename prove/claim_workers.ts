import { setTimeout as wait } from "node:timers/promises";
import { type Contract, resources, type WaitedMessage } from "@mayfly/contracts";
import { send } from "../bench/call.ts";
import { atEnd } from "../bench/cleanup.ts";
import { Random } from "./random.ts";

interface CrewOptions {
  /** Of the web processes, used in turns. */
  urls: string[];
  key: string;
  address: string;
  workers: number;
  /** Seconds. */
  lease: number;
  seed: number;
}

/** What a worker was given. */
interface Given {
  claim: string;
  from: number;
  until: number;
}

/** Seconds that a call waits. */
const timeout = 10;
/** The share of calls that are broken off, and the longest time until then. Milliseconds. */
const breaking = { share: 0.05, longest: 500 };
/** The share of claims that are not acknowledged, as their worker has died. */
const leaving = 0.03;
/** How long a worker that got no answer waits. Milliseconds. */
const pause = 50;

/** Workers with one key that share an address: each waits for a message, and acknowledges it. */
export class ClaimWorkers {
  readonly #options: CrewOptions;
  readonly #running: Promise<void>[];
  readonly #given = new Map<string, Given[]>();
  readonly #stop = new AbortController();
  /** By message, the claims that were acknowledged with success. */
  readonly acked = new Map<string, Set<string>>();
  /** By message, when that was first. */
  readonly #ackedAt = new Map<string, number>();
  /** How often each status was answered; 0 is a connection without an answer. */
  readonly statuses = new Map<number, number>();
  brokenOff = 0;
  left = 0;
  tooLate = 0;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#running = Array.from({ length: options.workers }, (_, at) => this.#work(at));
    atEnd(() => this.stop());
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  /** Messages that were given out again after a lease had ended. */
  givenAgain(): number {
    return [...this.#given.values()].filter((all) => all.length > 1).length;
  }

  /** Claims that began while another claim of the message ran, or after it was final. The server's clock is also ours. */
  givenEarly(): number {
    let early = 0;
    for (const [message, all] of this.#given) {
      all.sort((one, other) => one.from - other.from);
      const final = this.#ackedAt.get(message) ?? Number.POSITIVE_INFINITY;
      for (const [at, { from }] of all.entries()) {
        if (from < (all[at - 1]?.until ?? 0) || from > final) early += 1;
      }
    }
    return early;
  }

  async #work(worker: number) {
    const { address, lease, seed } = this.#options;
    const random = new Random(seed * 1_000 + worker);
    for (let turn = worker; !this.#stop.signal.aborted; turn += 1) {
      const isBroken = random.chance(breaking.share);
      const longest = random.below(breaking.longest);
      const input = { id: address, claim: true, lease, timeout };
      const answer = await this.#call(turn, resources.emails.wait, input, isBroken ? longest : undefined);
      if (answer?.status !== 200) continue;
      for (const message of (JSON.parse(answer.text) as { messages?: WaitedMessage[] }).messages ?? []) {
        if (message.claim === undefined) throw new Error("a message without a claim");
        const { claim } = message.claim;
        const end = Date.parse(message.claim.until);
        const all = this.#given.get(message.name) ?? [];
        this.#given.set(message.name, [...all, { claim, from: end - lease * 1_000, until: end }]);
        if (random.chance(leaving)) this.left += 1;
        else await this.#acknowledge(turn, message.name, claim);
      }
    }
  }

  /** Repeated until it is answered: whoever does not know must ask again. */
  async #acknowledge(turn: number, message: string, claim: string) {
    for (let at = turn; !this.#stop.signal.aborted; at += 1) {
      const answer = await this.#call(at, resources.messages.ack, { id: message, claim });
      if (answer?.status === 409) this.tooLate += 1;
      if (answer?.status === 204) {
        const claims = this.acked.get(message) ?? new Set();
        this.acked.set(message, claims.add(claim));
        if (!this.#ackedAt.has(message)) this.#ackedAt.set(message, Date.now());
      }
      if (answer?.status === 204 || answer?.status === 409) return;
    }
  }

  /** @returns undefined when there was no answer */
  async #call(turn: number, contract: Contract, input: object, most?: number) {
    const { urls, key } = this.#options;
    const broken = most === undefined ? [] : [AbortSignal.timeout(most)];
    try {
      const caller = { url: urls[turn % urls.length] ?? "", key };
      const response = await send(caller, contract, input, AbortSignal.any([this.#stop.signal, ...broken]));
      const { status } = response;
      const text = await response.text();
      this.#count(status);
      if (!response.ok && status !== 409) await wait(pause);
      return { status, text };
    } catch (error) {
      if ((error as Error).name === "TimeoutError") this.brokenOff += 1;
      else if (!this.#stop.signal.aborted) {
        this.#count(0);
        await wait(pause);
      }
      return undefined;
    }
  }

  #count(status: number) {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}
