import { LRUCache } from "lru-cache";

/**
 * Attempts that a host gets from all webhooks of a company: `perSecond` in the long run, `atOnce` after a rest. A webhook whose
 * last attempts have all failed shares a lower pace with others like it, so that nobody can have this server send much to a host
 * that does not want it, and those that work go on beside.
 */
export const paces = {
  all: { perSecond: 500, atOnce: 1_000 },
  failing: { perSecond: 10, atOnce: 20 },
} as const;
/** Failures of a webhook in a row after which it is failing. */
export const failingAfter = 3;
/** How many hosts and webhooks are remembered. */
const kept = 10_000;

/** Lets so many through in a second, and no more at once than it holds. */
class Bucket {
  readonly #pace: { perSecond: number; atOnce: number };
  #held: number;
  #at: number;

  constructor(pace: { perSecond: number; atOnce: number }, now: number) {
    this.#pace = pace;
    this.#held = pace.atOnce;
    this.#at = now;
  }

  held(now: number): number {
    const { perSecond, atOnce } = this.#pace;
    this.#held = Math.min(atOnce, this.#held + ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
    return this.#held;
  }

  take(): void {
    this.#held -= 1;
  }
}

/** An attempt that is to be made. */
interface DueAttempt {
  company: string;
  webhook: string;
  url: string;
}

/** When attempts may be made, in one process. Times are those of `performance.now()`. */
export class Pace {
  readonly #hosts = new LRUCache<string, { all: Bucket; failing: Bucket }>({ max: kept });
  /** The host that each webhook was last seen to lead to. */
  readonly #hostOf = new LRUCache<string, string>({ max: kept });
  readonly #failures = new LRUCache<string, number>({ max: kept });
  /** Webhooks that were told to wait. */
  readonly #early = new Set<string>();

  /** Whether an attempt may be made now. If so, it counts. */
  begin({ company, webhook, url }: DueAttempt, now: number): boolean {
    // The port makes no other host of it.
    const host = `${company} ${new URL(url).hostname.replace(/\.$/, "")}`;
    if (!this.#hosts.has(host)) {
      this.#hosts.set(host, { all: new Bucket(paces.all, now), failing: new Bucket(paces.failing, now) });
    }
    this.#hostOf.set(webhook, host);
    if (this.left(webhook, now) < 1) {
      this.#early.add(webhook);
      return false;
    }
    for (const bucket of this.#bucketsOf(webhook)) bucket.take();
    return true;
  }

  learn(webhook: string, delivered: boolean): void {
    if (delivered) this.#failures.delete(webhook);
    else this.#failures.set(webhook, (this.#failures.get(webhook) ?? 0) + 1);
  }

  /** How many attempts of a webhook may be made now; those of others at its host take from the same. */
  left(webhook: string, now: number): number {
    return Math.floor(Math.min(...this.#bucketsOf(webhook).map((bucket) => bucket.held(now))));
  }

  /** The webhooks whose host has had all that it gets for now. */
  waiting(now: number): string[] {
    for (const webhook of this.#early) if (this.left(webhook, now) >= 1) this.#early.delete(webhook);
    return [...this.#early];
  }

  #bucketsOf(webhook: string): Bucket[] {
    const host = this.#hosts.get(this.#hostOf.get(webhook) ?? "");
    if (host === undefined) return [];
    return (this.#failures.get(webhook) ?? 0) < failingAfter ? [host.all] : [host.all, host.failing];
  }
}
