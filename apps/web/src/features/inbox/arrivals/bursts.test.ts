import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { bursts } from "./bursts.ts";

const pause = 1_000;
const items = (...names: string[]) => names.map((name) => ({ name }) as InboxItem);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const told: [count: number, newest: string][] = [];
  const seen = { isTold: false };
  const mail = bursts({
    pause,
    isTold: () => seen.isTold,
    tell({ count, newest }) {
      told.push([count, newest.name]);
      seen.isTold = true;
    },
  });
  return { mail, told, seen };
}

it("tells of the first mail at once, and of what follows together, once a pause", () => {
  const { mail, told } = watched();
  mail.add(items("a"));
  expect(told).toEqual([[1, "a"]]);
  mail.add(items("b", "c"));
  mail.add(items("d"));
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(pause);
  expect(told).toEqual([
    [1, "a"],
    [4, "d"],
  ]);
  vi.advanceTimersByTime(5 * pause);
  expect(told).toHaveLength(2);
  // It can still be seen.
  mail.add(items("e"));
  expect(told.at(-1)).toEqual([5, "e"]);
});

it("begins anew once what was told is gone, but not within the pause", () => {
  const { mail, told, seen } = watched();
  mail.add(items("a", "b"));
  seen.isTold = false;
  mail.add(items("c"));
  vi.advanceTimersByTime(pause);
  expect(told.at(-1)).toEqual([3, "c"]);
  vi.advanceTimersByTime(pause);
  seen.isTold = false;
  mail.add(items("d"));
  expect(told.at(-1)).toEqual([1, "d"]);
  mail.add(items("e"));
  mail.stop();
  vi.advanceTimersByTime(pause);
  expect(told.at(-1)).toEqual([1, "d"]);
});
