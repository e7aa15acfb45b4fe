import { expect } from "vitest";
import type { Answer } from "./test_app.ts";

/** How many pairs of calls are made between two comparisons of their times, and at most. */
const [pairs, most] = [200, 1_000];
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length / 2] ?? 0;

type Call = (count: number) => Promise<Answer>;

/**
 * Expects that nobody can tell two kinds of call apart by text, status or time: medians within 10 % (threat 32). A
 * difference by chance shrinks with more calls, a real one does not.
 */
export async function expectAlike(one: Call, other: Call): Promise<void> {
  const [ones, others]: [number[], number[]] = [[], []];
  const answers = new Set<string>();
  const ratio = () => median(ones) / median(others);
  const isNear = () => ratio() > 0.9 && ratio() < 1.1;
  // The calls alternate, each as often first in its pair, so that other load on the machine affects both alike.
  for (let count = 0; count < most && !(count % pairs === 0 && isNear()); count += 1) {
    const pair = [
      [one, ones],
      [other, others],
    ] as const;
    for (const [call, times] of count % 2 === 0 ? pair : pair.toReversed()) {
      const begin = performance.now();
      const { status, body } = await call(count);
      times.push(performance.now() - begin);
      answers.add(JSON.stringify([status, body]));
    }
  }
  expect([...answers]).toHaveLength(1);
  expect(ratio()).toBeGreaterThan(0.9);
  expect(ratio()).toBeLessThan(1.1);
}
