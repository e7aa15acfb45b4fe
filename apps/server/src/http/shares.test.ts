import { setImmediate as settle } from "node:timers/promises";
import { expect, it } from "vitest";
import { openShares } from "./shares.ts";

type Shares = ReturnType<typeof openShares>;

/** Starts calls of members, given as company and name (`a1`), that run until they are ended. */
function office(pick: (shares: Shares) => Shares["takeTurn"]) {
  const takeTurn = pick(openShares(10, 2));
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask: (...callers: string[]) =>
      callers.map((name) =>
        takeTurn({ name, company: name.slice(0, 1) }, async () => {
          begun.push(name);
          await new Promise<void>((resolve) => ends.push(resolve));
        }),
      ),
    async endFirst() {
      ends.shift()?.();
      await settle();
    },
  };
}

it("gives a company half of the connections, and a member half of the company's", async () => {
  const { ask, begun, endFirst } = office(({ takeTurn }) => takeTurn);
  void ask("a1", "a1", "a1", "a1", "a1", "a2", "a3", "a3", "b1");
  await settle();
  expect(begun).toEqual(["a1", "a1", "a1", "a2", "a3", "b1"]);
  await endFirst();
  expect(begun.slice(6)).toEqual(["a3"]);
});

it("leaves turns of a member, and of a company, to other calls than those that read mail to wait for it", async () => {
  const { ask, begun, endFirst } = office(({ takeTurnToRead }) => takeTurnToRead);
  void ask("a1", "a1", "a1", "a2", "b1");
  await settle();
  expect(begun).toEqual(["a1", "b1"]);
  for (let count = 0; count < 5; count += 1) await endFirst();
  expect(begun).toEqual(["a1", "b1", "a2", "a1", "a1"]);
});

it("runs one slow call of a company at once and two in all, and gives its members turns", async () => {
  const { ask, begun, endFirst } = office(({ takeSlowTurn }) => takeSlowTurn);
  void ask("a1", "a1", "a1", "a2", "a2", "b1", "c1");
  await settle();
  expect(begun).toEqual(["a1", "b1"]);
  for (let count = 0; count < 7; count += 1) await endFirst();
  expect(begun.filter((name) => name.startsWith("a"))).toEqual(["a1", "a2", "a1", "a2", "a1"]);
  expect(begun).toHaveLength(7);
});

it("refuses a slow call of a member of whom ten wait, and none of a colleague", async () => {
  const { ask } = office(({ takeSlowTurn }) => takeSlowTurn);
  const calls = ask(...Array<string>(12).fill("a1"));
  await expect(calls[11]).rejects.toMatchObject({ type: "TooManyRequests", retryAfter: 2 });
  const [colleague] = ask("a2");
  expect(await Promise.race([colleague, settle("waits")])).toBe("waits");
});
