import { expect } from "vitest";

const samples = 200;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[samples / 2] ?? 0;

/** Two kinds of call whose answers nobody can tell apart by the time they take: medians within 10 % (threat 32). */
export async function expectSameTime(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  const [ones, others]: [number[], number[]] = [[], []];
  // In turns, each as often the first of its pair, so that whatever else the machine does is in both.
  for (let count = 0; count < samples; count += 1) {
    const pair = [
      [one, ones],
      [other, others],
    ] as const;
    for (const [call, times] of count % 2 === 0 ? pair : pair.toReversed()) {
      const begin = performance.now();
      await call();
      times.push(performance.now() - begin);
    }
  }
  const ratio = median(ones) / median(others);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
}
