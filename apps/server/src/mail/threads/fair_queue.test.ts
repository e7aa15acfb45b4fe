import { expect, it } from "vitest";
import { FairQueue } from "./fair_queue.ts";

it("takes the items of each key in turn, so that no key waits for all items of another", () => {
  const queue = new FairQueue<string>();
  for (let no = 0; no < 1000; no += 1) queue.push("a", `a${no}`);
  queue.push("b", "b0");
  queue.push("c", "c0");
  queue.push("b", "b1");
  expect(queue.first()).toBe("a0");
  expect(queue.take(1)).toEqual(["a0"]);
  expect(queue.take(4)).toEqual(["b0", "c0", "a1", "b1"]);
  expect(queue.first()).toBe("a2");
  expect(queue.take(3)).toEqual(["a2", "a3", "a4"]);
  queue.push("d", "d0");
  expect(queue.take(2)).toEqual(["a5", "d0"]);
  queue.push("d", "d0");
  expect(queue.size).toBe(995);
  expect(queue.takeAll("d")).toEqual(["d0"]);
  expect(queue.takeAll("d")).toEqual([]);
  expect(queue.take(10_000)).toHaveLength(994);
  expect(queue.take(1)).toEqual([]);
  expect(queue.first()).toBeUndefined();
  expect(queue.size).toBe(0);
});

it("takes items that were put back first, in their order and with the keys in turn", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a0", "a1", "b0", "a2", "b1"]) queue.push(item.charAt(0), item);
  expect(queue.take(4)).toEqual(["a0", "b0", "a1", "b1"]);
  queue.push("c", "c0");
  queue.putBack([
    ["b", "b0"],
    ["a", "a1"],
    ["b", "b1"],
  ]);
  expect(queue.take(5)).toEqual(["b0", "a1", "c0", "b1", "a2"]);
});
