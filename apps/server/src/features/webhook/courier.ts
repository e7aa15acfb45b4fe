import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Logger } from "pino";
import type { Clock } from "../../clock.ts";
import { connectionSettings, type RootDatabase } from "../../database/database.ts";
import { openPool } from "../../database/pool.ts";
import { Counter } from "../../limits/counter.ts";
import type { Metrics } from "../../monitoring/metrics.ts";
import { type Outbound, Unanswered } from "../../outbound/outbound.ts";
import { cut } from "../../text/cut.ts";
import {
  type AttemptResult,
  claim,
  type Due,
  enqueueDue,
  enqueuedTogether,
  firstCompany,
  queueChannel,
  record,
  release,
  type Slots,
} from "../delivery/queue.ts";
import { Windows, window } from "../delivery/windows.ts";
import type { LoadEventData } from "../inbox/inbox.ts";
import { bodiesOf } from "./body.ts";
import { ownSecretOf, secretOf } from "./hmac_secret.ts";
import { Pace } from "./pace.ts";
import { pauseHopeless } from "./pause.ts";
import { signatureHeaders } from "./signature.ts";

export interface CourierOptions {
  databaseUrl: string;
  rootDb: RootDatabase;
  clock: Clock;
  outbound: Outbound;
  loadEventData: LoadEventData;
  /** Whether the machine is busy with incoming mail. */
  crowded(): boolean;
  /** How many messages this process has taken in. */
  received(): number;
  secret(purpose: string): string;
  /** The URL of a page of the web app. */
  link(page: string): string;
  /** Deadline of one attempt, from the DNS lookup to the end of the response. */
  milliseconds: number;
  metrics: Pick<Metrics, "webhook">;
  log: Logger;
}

/** Seconds between the attempts of a delivery, as Standard Webhooks advises. The attempt after the last pause is the last. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** An attempt without a recorded result after this many times its deadline is made again. */
const lost = 2;
/** Bytes of a response that are read, and characters of it that are kept. */
const answerBytes = 4_096;
const answerKept = 1_000;

/** Tries under way at once. Waiting costs little, so there is room for many slow receivers beside the others. */
const maxInFlight = { inAll: 1_000, perCompany: 2 * window.max };
/** Deliveries that are read and signed together. */
const claimedAtOnce = 50;
/** Between looks for work: no notification announces that a retry comes due. */
const lookMilliseconds = 1_000;
/** After so many claims in a row that take nothing, the rest of a company's webhooks waits until somebody asks again. */
const fruitlessAtMost = 100;
/** Companies of which it is remembered where to go on: those with more webhooks in the queue than a claim looks at. */
const placesKept = 10_000;
/**
 * How long a claim or a record waits at most for others to share its statement. The fewer attempts are under way,
 * the less there is to wait for.
 */
const gatherMilliseconds = 20;
/**
 * While the machine is busy with incoming mail: SMTP clients wait for their 250, nobody for a webhook. A delivery takes as
 * much work as three messages, so that it takes about a sixth of the machine.
 */
const inCrowd = {
  /** Deliveries in a claim, and messages that are taken in between two claims. */
  ...{ claimedAtOnce: 10, messages: 160 },
  /** The time between two claims, however many messages there are. Milliseconds. */
  ...{ atLeast: 100, atMost: 1_000 },
};

/**
 * Sends the pending deliveries in `webhook_delivery`. Any number of processes may run one: each claims its own
 * deliveries. An attempt is recorded after it was made, so that one lost in between is made again (at-least-once delivery).
 */
export class Courier {
  readonly #options: CourierOptions;
  readonly #pool: pg.Pool;
  #listener: pg.Client | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #underWay = new Map<string, Promise<void>>();
  /** How many of them each webhook and each company has. */
  readonly #busy = { webhooks: new Counter(), companies: new Counter() };
  readonly #windows: Windows;
  readonly #pace = new Pace();
  /** When the latest claim began, and when one was last answered. */
  #lastBegun = Number.NEGATIVE_INFINITY;
  readonly #attempted: AttemptResult[] = [];
  #lastClaim = performance.now();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  /** Where the next claim looks, and whether all companies were looked at since somebody asked, and nothing was taken. */
  #company = firstCompany;
  readonly #places = new LRUCache<string, string>({ max: placesKept });
  #isWhole = false;
  /** Claims in a row that took nothing though there was more to look at. */
  #fruitless = 0;
  /** Whether the time of deliveries may have come that are not in the queue. */
  #mayEnqueue = true;
  #recording: Promise<void> | undefined;
  #stopped = false;
  #left = false;

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#windows = new Windows(options.milliseconds);
    // What a crash loses of claims and records only makes deliveries be sent again, with the same id.
    this.#pool = openPool(options.databaseUrl, { waitForDisk: false, byIndex: true });
    this.#timer = setInterval(() => {
      this.#mayEnqueue = true;
      this.#look();
    }, lookMilliseconds);
    this.#look();
  }

  /** When the queue was last asked for deliveries and answered, be it with none. As `performance.now()`. */
  get lastClaim(): number {
    return this.#lastClaim;
  }

  /** Begins nothing new, gives attempts under way `moment` milliseconds to end, and leaves the rest to other processes. */
  async stop(moment = 2_000): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    // In this order: if pg's client is ended while it connects, its `connect` never settles.
    await this.#looking;
    await this.#listener?.end().catch(() => undefined);
    const all = Promise.all(this.#underWay.values());
    await Promise.race([all, wait(moment, undefined, { ref: false })]);
    this.#left = true;
    await this.#recording;
    if (this.#underWay.size > 0) await release(this.#pool, this.#options.clock(), [...this.#underWay.keys()]);
    await this.#pool.end();
  }

  /** Looks for work. A call while it is looking makes it look once more. */
  #look() {
    this.#lookAgain = true;
    this.#isWhole = false;
    this.#fruitless = 0;
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
        const early = this.#lastBegun + Math.min(gatherMilliseconds, this.#underWay.size) - performance.now();
        if (early > 0) await wait(early);
        const crowded = this.#options.crowded();
        if (crowded) await this.#rest();
        if (!this.#stopped) await this.#take(crowded);
      }
    } catch (error) {
      // The timer looks again. After `stop`, errors from the connections it closed are expected.
      if (!this.#stopped) log.warn({ err: error }, "webhooks are not delivered at the moment");
    }
  }

  async #rest() {
    const { crowded, received } = this.#options;
    const [begin, enough] = [performance.now(), received() + inCrowd.messages];
    do await wait(inCrowd.atLeast);
    while (crowded() && received() < enough && performance.now() - begin < inCrowd.atMost && !this.#stopped);
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

  async #take(crowded: boolean) {
    const { clock, milliseconds } = this.#options;
    const slots = this.#slots(crowded);
    if (slots.inAll <= 0) return;
    this.#lastBegun = performance.now();
    const now = clock();
    const until = new Date(now.getTime() + lost * milliseconds);
    if (this.#mayEnqueue) this.#mayEnqueue = (await enqueueDue(this.#pool, now)) === enqueuedTogether;
    if (this.#company === firstCompany) this.#isWhole = true;
    const place = { company: this.#company, webhooks: Object.fromEntries(this.#places.entries()) };
    const { due: claimed, company, webhooks, putOff } = await claim(this.#pool, now, until, slots, place);
    this.#lastClaim = performance.now();
    this.#company = company ?? firstCompany;
    for (const [company, webhook] of Object.entries(webhooks)) {
      if (webhook === null) this.#places.delete(company);
      else this.#places.set(company, webhook);
    }
    // A delivery whose message takes long to read comes due again meanwhile. Claiming it again keeps it for longer.
    const unbegun = claimed.filter(({ name }) => !this.#underWay.has(name));
    const isFruitful = unbegun.length + putOff > 0;
    this.#fruitless = isFruitful ? 0 : this.#fruitless + 1;
    const isCut = this.#fruitless < fruitlessAtMost && Object.values(webhooks).some((webhook) => webhook !== null);
    // More deliveries may be due than this claim had room for, or looked at.
    if (isFruitful || isCut) this.#isWhole = false;
    if (company !== null || this.#mayEnqueue || !this.#isWhole) this.#lookAgain = true;
    if (unbegun.length === 0) return;
    const { due, early } = this.#inPace(unbegun);
    if (early.length > 0) await release(this.#pool, now, early);
    if (due.length === 0) return;
    const secrets = this.#secrets();
    for (const [one, body] of await this.#bodies(due)) {
      this.#busy.webhooks.add(one.webhook);
      this.#busy.companies.add(one.company);
      const done = this.#attempt(one, body, secrets).then((attempted) => {
        if (this.#left) return;
        this.#underWay.delete(one.name);
        this.#busy.webhooks.remove(one.webhook);
        this.#busy.companies.remove(one.company);
        this.#tell(one, attempted);
        this.#attempted.push(attempted);
        this.#look();
        this.#recording ??= this.#record().finally(() => {
          this.#recording = undefined;
        });
        return this.#recording;
      });
      this.#underWay.set(one.name, done);
    }
  }

  /** Those whose hosts may be sent something now, and the names of the others. */
  #inPace(claimed: Due[]) {
    const now = performance.now();
    const [due, early]: [Due[], string[]] = [[], []];
    for (const one of claimed) {
      if (this.#pace.begin(one, now)) due.push(one);
      else early.push(one.name);
    }
    return { due, early };
  }

  /** @see the receiver's log for how the message came in */
  #tell({ name, webhook, message }: Due, { outcome, status, duration, answer }: AttemptResult) {
    const { metrics, log } = this.#options;
    metrics.webhook.observe({ outcome }, duration / 1000);
    // With a status, the answer is the receiver's text, which is nobody else's business.
    const reason = status === null ? answer : `HTTP ${status}`;
    const failed = outcome === "delivered" ? {} : { reason };
    log.info(
      { delivery: name, webhook, message, outcome, status, milliseconds: duration, ...failed },
      "webhook attempt",
    );
  }

  async #bodies(due: Due[]) {
    const { clock, loadEventData, link } = this.#options;
    try {
      return await bodiesOf(due, loadEventData, link);
    } catch (error) {
      const names = due.map(({ name }) => name);
      await release(this.#pool, clock(), names).catch(() => undefined);
      throw error;
    }
  }

  #slots(crowded: boolean): Slots {
    const { webhooks, companies } = this.#busy;
    const now = performance.now();
    const left = (webhook: string) =>
      Math.max(0, Math.min(this.#windows.of(webhook) - webhooks.count(webhook), this.#pace.left(webhook, now)));
    const busy = [...webhooks.entries()].map(([webhook]) => webhook);
    const limited = new Set([...this.#windows.unusual(), ...busy, ...this.#pace.waiting(now)]);
    return {
      inAll: Math.min(crowded ? inCrowd.claimedAtOnce : claimedAtOnce, maxInFlight.inAll - this.#underWay.size),
      perWebhook: window.usual,
      webhooks: Object.fromEntries([...limited].map((webhook) => [webhook, left(webhook)])),
      perCompany: maxInFlight.perCompany,
      companies: Object.fromEntries(
        [...companies.entries()].map(([company, busy]) => [company, maxInFlight.perCompany - busy]),
      ),
    };
  }

  /** Returns a function that finds out a company's secret once, however many of the deliveries are the company's. */
  #secrets() {
    const known = new Map<string, string>();
    return ({ company, webhook, hmac_secret, webhook_secret }: Due) => {
      if (webhook_secret !== null) return ownSecretOf(this.#options.secret, { company, webhook }, webhook_secret);
      const secret = known.get(company) ?? secretOf(this.#options.secret, company, hmac_secret);
      known.set(company, secret);
      return secret;
    };
  }

  async #attempt(
    due: Due,
    reading: Promise<string | undefined>,
    secretFor: (due: Due) => string,
  ): Promise<AttemptResult> {
    const { clock, outbound, milliseconds } = this.#options;
    let body: string | undefined;
    let [creation, begun] = [clock(), performance.now()];
    const outcomeOf = (answer: string, status: number | null, { sent = true, final = false } = {}): AttemptResult => {
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
      // The time it took to read the message is not part of the attempt's duration.
      [creation, begun] = [clock(), performance.now()];
      const headers = {
        ...signatureHeaders(secretFor(due), due.name, creation, body),
        "content-type": "application/json",
      };
      const request = { method: "POST", headers: { ...headers, "user-agent": "Mayfly" }, body } as const;
      const answer = await outbound.send(new URL(due.url), { ...request, milliseconds, maxBytes: answerBytes });
      const redirects = answer.status >= 300 && answer.status < 400;
      const said = redirects ? "Redirects are not followed." : answer.body.toString();
      const attempted = outcomeOf(said, answer.status);
      this.#learn(attempted, answer);
      return attempted;
    } catch (error) {
      if (error instanceof Unanswered) {
        const attempted = outcomeOf(error.message, null);
        this.#learn(attempted, error);
        return attempted;
      }
      this.#options.log.error({ err: error, delivery: due.name }, "webhook delivery not attempted");
      return outcomeOf("Not sent: something went wrong on our side.", null, { sent: false });
    }
  }

  #learn({ webhook, duration, outcome }: AttemptResult, { late }: { late: boolean }) {
    const underWay = this.#busy.webhooks.count(webhook);
    this.#pace.learn(webhook, outcome === "delivered");
    this.#windows.learn(webhook, { duration, late, delivered: outcome === "delivered", underWay });
  }

  /** Records all ended attempts in one statement. Those that end meanwhile share the next statement. */
  async #record() {
    while (this.#attempted.length > 0) {
      await wait(Math.min(gatherMilliseconds, this.#underWay.size));
      const attempted = this.#attempted.splice(0);
      try {
        await record(this.#pool, attempted);
        await pauseHopeless(this.#options.rootDb, this.#options.clock(), attempted);
      } catch (error) {
        // These attempts are made again once they count as lost.
        this.#options.log.error({ err: error }, "webhook attempts not recorded");
      }
    }
  }
}
