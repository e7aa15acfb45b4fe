import { LRUCache } from "lru-cache";

/** How many attempts of one webhook may be under way at once: at first, and at most. */
export const window = { usual: 10, max: 100 };
/** What one quick delivery adds to the window, and what is left of it after an attempt that was not quick or failed. */
const growth = 0.25;
const shrinkage = 0.9;
/** Milliseconds. A delivery that takes longer does not show that the endpoint can bear more. */
const quick = 1_000;
/** An endpoint that takes longer than this part of the deadline is slow, and gets fewer attempts than usual. */
const slowPart = 1 / 3;
/** How many windows other than the usual one are remembered. Limited because every claim query lists them. */
const kept = 5_000;

/** What is known of an endpoint after an attempt. */
export interface Experience {
  /** Milliseconds. */
  duration: number;
  /** Whether the attempt ran into the deadline. */
  late: boolean;
  /** Whether the endpoint accepted the delivery. */
  delivered: boolean;
  /** How many attempts of the webhook were under way, this one included. */
  underWay: number;
}

/**
 * How many attempts each webhook may have under way: additive increase, multiplicative decrease, as TCP does with what is
 * unacknowledged (RFC 5681). An endpoint that answers quickly gets more, a slow one fewer, and one that hangs only one.
 */
export class Windows {
  readonly #deadline: number;
  readonly #sizes = new LRUCache<string, number>({ max: kept });

  /** @param deadline of an attempt, in milliseconds */
  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  of(webhook: string): number {
    return Math.floor(this.#sizes.get(webhook) ?? window.usual);
  }

  /** The webhooks whose window is not the usual one. */
  unusual(): string[] {
    return [...this.#sizes.keys()];
  }

  learn(webhook: string, experience: Experience): void {
    const size = this.#next(this.#sizes.get(webhook) ?? window.usual, experience);
    if (size === window.usual) this.#sizes.delete(webhook);
    else this.#sizes.set(webhook, size);
  }

  #next(size: number, { duration, late, delivered, underWay }: Experience): number {
    if (late) return 1;
    if (duration > this.#deadline * slowPart) return Math.max(1, size * shrinkage);
    // It answers in time again.
    if (size < window.usual) return window.usual;
    if (!delivered || duration > quick) return Math.max(window.usual, size * shrinkage);
    // A window that is not used says nothing about a larger one.
    return underWay < size / 2 ? size : Math.min(window.max, size + growth);
  }
}
