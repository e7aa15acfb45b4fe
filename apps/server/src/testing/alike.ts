import { expect } from "vitest";
import type { Answer } from "./test_app.ts";

/** Pairs of calls between two looks at their times, and how often is looked at most. */
const [pairs, looks] = [100, 10];
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length / 2] ?? 0;

type Call = (count: number) => Promise<Answer>;

/**
 * Two kinds of call that nobody can tell apart by text, status or time: medians within 10 % (threat 32). What is further
 * apart by chance comes closer with more calls, and what differs does not.
 */
export async function expectAlike(one: Call, other: Call): Promise<void> {
  const [ones, others]: [number[], number[]] = [[], []];
  const answers = new Set<string>();
  let ratio = 0;
  for (let look = 0; look < looks && !(ratio > 0.9 && ratio < 1.1); look += 1) {
    // In turns, each as often the first of its pair, so that whatever else the machine does is in both.
    for (let count = 0; count < pairs; count += 1) {
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
    ratio = median(ones) / median(others);
  }
  expect([...answers]).toHaveLength(1);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
}
