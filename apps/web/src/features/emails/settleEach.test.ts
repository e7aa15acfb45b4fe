import { expect, it } from "vitest";
import { settleEach } from "./settleEach.ts";

it("calls for each name, a few at a time, past what fails, and says how far it is", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `n${at}`);
  let running = 0;
  let most = 0;
  const heard: number[] = [];
  const { done, failed, why } = await settleEach(
    names,
    async (name) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (name.endsWith("3")) throw new Error(name);
    },
    (over) => heard.push(over),
  );
  expect([done.length, failed, (why as Error).message]).toEqual([27, ["n3", "n13", "n23"], "n3"]);
  expect(most).toBe(4);
  expect(heard).toEqual(names.map((_, at) => at + 1));
});
