import type { Refusal } from "./refusal.ts";

/**
 * @param whose a company's, or of whoever else is to keep no other waiting
 * @param work is told whether it had to wait
 * @throws Refusal when one has too much waiting already
 */
export type TakeTurn = <Value>(whose: string, work: (waited: boolean) => Promise<Value>) => Promise<Value>;

interface Limits {
  /** Of all together, at once. */
  inAll?: number;
  /** Of one, at once, while so many places are free. */
  atOnce(free: number): number;
  /** Without it, any number may wait. */
  waiting?: {
    /** Of one, while so many wait in all. */
    most(all: number): number;
    /** What is thrown for more. */
    full(): Refusal;
  };
}

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

/** Lets each have only so much under way at once, and so much waiting, all in turn, so that none keeps others waiting. */
export function openTurns({ inAll = Number.POSITIVE_INFINITY, atOnce, waiting }: Limits): TakeTurn {
  /** Those with anything under way or waiting, in the order of their turns. */
  const lines = new Map<string, Line>();
  let free = inAll;
  let waitingInAll = 0;

  const mayBegin = (line: Line) => free > 0 && line.underWay < atOnce(free);

  function begin(whose: string, line: Line) {
    free -= 1;
    line.underWay += 1;
    // All others come before its next.
    lines.delete(whose);
    lines.set(whose, line);
  }

  function end(whose: string, line: Line) {
    free += 1;
    line.underWay -= 1;
    if (line.underWay === 0 && line.waiting.length === 0) lines.delete(whose);
    for (const [next, other] of lines) {
      if (waitingInAll === 0 || free === 0) return;
      if (other.waiting.length === 0 || !mayBegin(other)) continue;
      waitingInAll -= 1;
      begin(next, other);
      other.waiting.shift()?.();
    }
  }

  return async (whose, work) => {
    const line = lines.get(whose) ?? { underWay: 0, waiting: [] };
    const waits = line.waiting.length > 0 || !mayBegin(line);
    if (waits) {
      if (waiting && line.waiting.length >= waiting.most(waitingInAll)) throw waiting.full();
      lines.set(whose, line);
      waitingInAll += 1;
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else {
      begin(whose, line);
    }
    try {
      return await work(waits);
    } finally {
      end(whose, line);
    }
  };
}
