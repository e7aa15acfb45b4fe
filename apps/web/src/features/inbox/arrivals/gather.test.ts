import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gather } from "./gather.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("hands on the first item at once, and those that follow together after a pause", () => {
  const handed: (readonly number[])[] = [];
  const { add } = gather<number>(100, (items) => handed.push(items));
  for (const item of [1, 2, 3]) add(item);
  expect(handed).toEqual([[1]]);
  vi.advanceTimersByTime(100);
  expect(handed).toEqual([[1], [2, 3]]);
  vi.advanceTimersByTime(100);
  add(4);
  expect(handed).toEqual([[1], [2, 3], [4]]);
});

it("hands on nothing once it is stopped", () => {
  const handed: (readonly number[])[] = [];
  const { add, stop } = gather<number>(100, (items) => handed.push(items));
  add(1);
  add(2);
  stop();
  vi.advanceTimersByTime(1000);
  expect(handed).toEqual([[1]]);
});
