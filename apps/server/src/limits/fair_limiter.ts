import type { Refusal } from "../refusal.ts";

/**
 * @param whose the party that may not keep others waiting, such as a company or a network
 * @param work is told whether it had to wait
 * @throws Refusal when this party has too much waiting already
 */
export type TakeTurn = <Value>(whose: string, work: (waited: boolean) => Promise<Value>) => Promise<Value>;

interface FairLimits {
  /** How much runs at once, of all parties together. */
  inAll?: number;
  /** How much of one party runs at once, given how many places are free. */
  atOnce(free: number): number;
  /** Without it, any number may wait. */
  waiting?: {
    /** How much of one party may wait, given how much waits in all. */
    most(all: number): number;
    /** The error that is thrown beyond that. */
    full(): Refusal;
  };
}

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

/** Limits what each party has running and waiting, and serves them in turn, so that none keeps the others waiting. */
export function openFairLimiter({ inAll = Number.POSITIVE_INFINITY, atOnce, waiting }: FairLimits): TakeTurn {
  /** The parties with anything running or waiting, in the order of their turns. */
  const lines = new Map<string, Line>();
  let free = inAll;
  let waitingInAll = 0;

  const mayBegin = (line: Line) => free > 0 && line.underWay < atOnce(free);

  function begin(whose: string, line: Line) {
    free -= 1;
    line.underWay += 1;
    // Moves the party to the end: all others come before its next piece of work.
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
