import { setImmediate as settle } from "node:timers/promises";
import { expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import { openFairLimiter } from "./fair_limiter.ts";

/** Starts work that runs until it is ended, and records who began in which order. */
function workshop({ most, ...limits }: Parameters<typeof openFairLimiter>[0] & { most?: (all: number) => number }) {
  const takeTurn = openFairLimiter({ ...limits, ...(most && { waiting: { most, full: () => Refusal.tooMany(7) } }) });
  const begun: string[] = [];
  const waited: boolean[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    waited,
    ask: (...names: string[]) =>
      names.map((name) =>
        takeTurn(name, async (waits) => {
          begun.push(name);
          waited.push(waits);
          await new Promise<void>((resolve) => ends.push(resolve));
        }),
      ),
    async endFirst() {
      ends.shift()?.();
      await settle();
    },
  };
}

it("limits running and waiting work by name, and tells work whether it has waited", async () => {
  const { ask, begun, waited, endFirst } = workshop({ atOnce: () => 2, most: () => 2 });
  void ask("a", "a", "a", "b", "a");
  expect(begun.join("")).toBe("aab");
  await expect(ask("a")[0]).rejects.toMatchObject({ type: "TooManyRequests", retryAfter: 7 });
  await endFirst();
  expect(begun.join("")).toBe("aaba");
  for (let count = 0; count < 4; count += 1) await endFirst();
  void ask("a");
  expect(begun.join("")).toBe("aabaaa");
  expect(waited).toEqual([false, false, false, true, true, false]);
});

it("gives shared places to the names in turn, whichever has more work waiting", async () => {
  const { ask, begun, endFirst } = workshop({ inAll: 2, atOnce: () => 2, most: () => 9 });
  void ask("a", "a", "a", "a", "a", "b", "c", "b");
  for (let count = 0; count < 8; count += 1) await endFirst();
  expect(begun.join("")).toBe("aaabcaba");
});

it("leaves places and waiting room for a new name while others use all that they may", async () => {
  const { ask, begun } = workshop({ inAll: 8, atOnce: (free) => free / 2, most: (all) => 2 - all });
  void ask("a", "a", "a", "a", "b", "b", "b", "c");
  // Three of eight places, two of the five that are left, and so on.
  expect(begun.join("")).toBe("aaabbc");
  await expect(ask("a")[0]).rejects.toThrow(Refusal);
  await expect(ask("d", "d")[1]).rejects.toThrow(Refusal);
});

it("lets any amount of work wait if no limit is given", async () => {
  const takeTurn = openFairLimiter({ atOnce: () => 1 });
  const done = Array.from({ length: 1_000 }, (_, no) => takeTurn("a", async () => no));
  expect(await Promise.all(done)).toEqual(done.map((_, no) => no));
});

it("starts the next work after one has failed", async () => {
  const takeTurn = openFairLimiter({
    inAll: 1,
    atOnce: () => 1,
    waiting: { most: () => 1, full: () => Refusal.tooMany(1) },
  });
  const fails = takeTurn("a", async () => Promise.reject(new Error("x")));
  const next = takeTurn("b", async () => "y");
  await expect(fails).rejects.toThrow("x");
  expect(await next).toBe("y");
});
