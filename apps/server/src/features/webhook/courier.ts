import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Logger } from "pino";
import type { Clock } from "../../context.ts";
import { cut } from "../../cut.ts";
import { connectionSettings, openPool, type World } from "../../database/database.ts";
import type { Metrics } from "../../metrics.ts";
import { type Outbound, Unanswered } from "../../outbound/outbound.ts";
import type { TellMessages } from "../inbox/inbox.ts";
import { bodiesOf } from "./body.ts";
import { secretOf } from "./hmac_secret.ts";
import { pauseHopeless } from "./pause.ts";
import { claim, type Due, queueChannel, type Room, record, release, type Tried } from "./queue.ts";
import { signatureHeaders } from "./signature.ts";

export interface CourierOptions {
  databaseUrl: string;
  world: World;
  clock: Clock;
  outbound: Outbound;
  tellMessages: TellMessages;
  /** Whether the machine is busy with incoming mail. */
  crowded(): boolean;
  secret(purpose: string): string;
  /** The URL of a page of the web app. */
  link(page: string): string;
  /** Deadline of one try, from the DNS lookup to the end of the response. */
  milliseconds: number;
  metrics: Pick<Metrics, "webhook">;
  log: Logger;
}

/** Seconds between the tries of a delivery, as Standard Webhooks advises. The try after the last pause is the last. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** A try without a recorded result after this many times its deadline is made again. */
const lost = 2;
/** Bytes of a response that are read, and characters of it that are kept. */
const answerBytes = 4_096;
const answerKept = 1_000;

/** Tries under way at once. Waiting costs little, so there is room for many slow receivers beside the others. */
const most = { inAll: 1_000, perCompany: 100, perWebhook: 10 };
/** How many slow webhooks are remembered. Limited because every claim query lists them. */
const slowKept = 5_000;
/** Deliveries that are read and signed together. */
const together = 50;
/** Milliseconds between looks for work: no notification announces that a retry comes due. */
const lookEvery = 1_000;
/** Milliseconds between claims while the machine is busy: SMTP clients wait for their 250, nobody for a webhook. */
const restInCrowd = 100;

/**
 * Sends the pending deliveries in `webhook_delivery`. Any number of processes may run one: each claims its own
 * deliveries. A try is recorded after it was made, so that one lost in between is made again (at-least-once delivery).
 */
export class Courier {
  readonly #options: CourierOptions;
  readonly #pool: pg.Pool;
  #listener: pg.Client | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #underWay = new Map<string, { due: Due; done: Promise<void> }>();
  /** Webhooks whose last try ran into the deadline. They get one try at a time. */
  readonly #slow = new LRUCache<string, true>({ max: slowKept });
  readonly #tried: Tried[] = [];
  #lastClaim = performance.now();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #recording: Promise<void> | undefined;
  #stopped = false;
  #left = false;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#pool = openPool(options.databaseUrl);
    this.#timer = setInterval(() => this.#look(), lookEvery);
    this.#look();
  }

  /** When the queue was last asked for deliveries and answered, be it with none. As `performance.now()`. */
  get lastClaim(): number {
    return this.#lastClaim;
  }

  /** Begins nothing new, gives tries under way `moment` milliseconds to end, and leaves the rest to other processes. */
  async stop(moment = 2_000): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    // In this order: if pg's client is ended while it connects, its `connect` never settles.
    await this.#looking;
    await this.#listener?.end().catch(() => undefined);
    const all = Promise.all([...this.#underWay.values()].map(({ done }) => done));
    await Promise.race([all, wait(moment, undefined, { ref: false })]);
    this.#left = true;
    await this.#recording;
    if (this.#underWay.size > 0) await release(this.#pool, this.#options.clock(), [...this.#underWay.keys()]);
    await this.#pool.end();
  }

  /** Looks for work. A call while it is looking makes it look once more. */
  #look() {
    this.#lookAgain = true;
    if (this.#stopped) return;
    this.#looking ??= this.#lookWhileAsked().finally(() => {
      this.#looking = undefined;
    });
  }

  async #lookWhileAsked() {
    const { log } = this.#options;
    try {
      await this.#listen();
      while (this.#lookAgain && !this.#stopped) {
        this.#lookAgain = false;
        if (this.#options.crowded()) await wait(restInCrowd);
        if (!this.#stopped) await this.#take();
      }
    } catch (error) {
      // The timer looks again. After `stop`, errors from the connections it closed are expected.
      if (!this.#stopped) log.warn({ err: error }, "webhooks are not delivered at the moment");
    }
  }

  async #listen() {
    if (this.#listener) return;
    const listener = new pg.Client({ connectionString: this.#options.databaseUrl, ...connectionSettings });
    const forget = () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
    listener.on("error", forget).on("end", forget);
    listener.on("notification", () => this.#look());
    this.#listener = listener;
    try {
      await listener.connect();
      await listener.query(`LISTEN ${queueChannel}`);
    } catch (error) {
      forget();
      void listener.end().catch(() => undefined);
      throw error;
    }
  }

  async #take() {
    const { clock, milliseconds } = this.#options;
    const room = this.#room();
    if (room.tries <= 0) return;
    const now = clock();
    const claimed = await claim(this.#pool, now, new Date(now.getTime() + lost * milliseconds), room);
    this.#lastClaim = performance.now();
    // A delivery whose message takes long to read comes due again meanwhile. Claiming it again keeps it for longer.
    const due = claimed.filter(({ name }) => !this.#underWay.has(name));
    if (due.length === 0) return;
    // More deliveries may be due than this claim had room for.
    this.#lookAgain = true;
    for (const [one, body] of await this.#bodies(due)) {
      const done = this.#try(one, body).then((tried) => {
        if (this.#left) return;
        this.#underWay.delete(one.name);
        this.#tell(one, tried);
        this.#tried.push(tried);
        this.#recording ??= this.#record().finally(() => {
          this.#recording = undefined;
        });
        return this.#recording;
      });
      this.#underWay.set(one.name, { due: one, done });
    }
  }

  /** @see the receiver's log for how the message came in */
  #tell({ name, webhook, message }: Due, { outcome, status, duration, answer }: Tried) {
    const { metrics, log } = this.#options;
    metrics.webhook.observe({ outcome }, duration / 1000);
    // With a status, the answer is the receiver's text, which is nobody else's business.
    const reason = status === null ? answer : `HTTP ${status}`;
    const failed = outcome === "delivered" ? {} : { reason };
    log.info({ delivery: name, webhook, message, outcome, status, milliseconds: duration, ...failed }, "webhook tried");
  }

  async #bodies(due: Due[]) {
    const { clock, tellMessages, link } = this.#options;
    try {
      return await bodiesOf(due, tellMessages, link);
    } catch (error) {
      const names = due.map(({ name }) => name);
      await release(this.#pool, clock(), names).catch(() => undefined);
      throw error;
    }
  }

  #room(): Room {
    const [webhooks, companies] = [new Map<string, number>(), new Map<string, number>()];
    for (const { due } of this.#underWay.values()) {
      webhooks.set(due.webhook, (webhooks.get(due.webhook) ?? 0) + 1);
      companies.set(due.company, (companies.get(due.company) ?? 0) + 1);
    }
    const left = (webhook: string, busy: number) => Math.max(0, (this.#slow.has(webhook) ? 1 : most.perWebhook) - busy);
    for (const webhook of this.#slow.keys()) webhooks.set(webhook, webhooks.get(webhook) ?? 0);
    return {
      tries: Math.min(together, most.inAll - this.#underWay.size),
      perWebhook: most.perWebhook,
      webhooks: Object.fromEntries([...webhooks].map(([webhook, busy]) => [webhook, left(webhook, busy)])),
      perCompany: most.perCompany,
      companies: Object.fromEntries([...companies].map(([company, busy]) => [company, most.perCompany - busy])),
    };
  }

  async #try(due: Due, reading: Promise<string | undefined>): Promise<Tried> {
    const { clock, outbound, milliseconds } = this.#options;
    let body: string | undefined;
    let [creation, begun] = [clock(), performance.now()];
    const outcomeOf = (answer: string, status: number | null, { sent = true, final = false } = {}): Tried => {
      const delivered = status !== null && status >= 200 && status < 300;
      const pause = final ? undefined : retryPauses[due.failures];
      const outcome = delivered ? "delivered" : pause === undefined ? "failed" : "pending";
      return {
        delivery: due.name,
        webhook: due.webhook,
        url: due.url,
        failures: due.failures,
        sent,
        creation,
        status,
        outcome,
        duration: Math.round(performance.now() - begun),
        answer: cut(answer, answerKept).replaceAll("\0", ""),
        next_attempt: outcome === "pending" ? new Date(clock().getTime() + (pause ?? 0) * 1000) : null,
        body: delivered ? null : (body ?? null),
      };
    };
    try {
      body = await reading;
      if (body === undefined) {
        return outcomeOf("Not sent: the message is no longer kept.", null, { sent: false, final: true });
      }
      // The time it took to read the message is not part of the try's duration.
      [creation, begun] = [clock(), performance.now()];
      const secret = secretOf(this.#options.secret, due.company, due.hmac_secret);
      const headers = { ...signatureHeaders(secret, due.name, creation, body), "content-type": "application/json" };
      const request = { method: "POST", headers: { ...headers, "user-agent": "Mayfly" }, body } as const;
      const answer = await outbound.send(new URL(due.url), { ...request, milliseconds, maxBytes: answerBytes });
      this.#remember(due, answer);
      const redirects = answer.status >= 300 && answer.status < 400;
      return outcomeOf(redirects ? "Redirects are not followed." : answer.body.toString(), answer.status);
    } catch (error) {
      if (error instanceof Unanswered) {
        this.#remember(due, error);
        return outcomeOf(error.message, null);
      }
      this.#options.log.error({ err: error, delivery: due.name }, "a webhook was not tried");
      return outcomeOf("Not sent: something went wrong on our side.", null, { sent: false });
    }
  }

  #remember({ webhook }: Due, { late }: { late: boolean }) {
    if (late) this.#slow.set(webhook, true);
    else this.#slow.delete(webhook);
  }

  /** Records all ended tries in one statement. Those that end meanwhile share the next statement. */
  async #record() {
    while (this.#tried.length > 0) {
      const tried = this.#tried.splice(0);
      try {
        await record(this.#pool, tried);
        await pauseHopeless(this.#options.world, this.#options.clock(), tried);
      } catch (error) {
        // These tries are made again once they count as lost.
        this.#options.log.error({ err: error }, "tries of webhooks were not written down");
      }
      this.#look();
    }
  }
}
