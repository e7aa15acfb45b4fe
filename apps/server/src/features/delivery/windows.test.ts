import { expect, it } from "vitest";
import { type Experience, Windows } from "./windows.ts";

const deadline = 15_000;
/** The window after so many attempts, all alike and with the window in full use. */
function after(windows: Windows, tries: number, experience: Omit<Experience, "underWay">): number {
  for (let no = 0; no < tries; no += 1) windows.learn("a", { ...experience, underWay: windows.of("a") });
  return windows.of("a");
}
const quick = { duration: 100, late: false, delivered: true };

it("begins with ten attempts at once, and lets a quick endpoint have up to a hundred", () => {
  const windows = new Windows(deadline);
  expect(windows.of("a")).toBe(10);
  expect(after(windows, 40, quick)).toBe(20);
  expect(after(windows, 1_000, quick)).toBe(100);
  expect(windows.of("another")).toBe(10);
});

it("does not grow a window that is not used", () => {
  const windows = new Windows(deadline);
  for (let no = 0; no < 1_000; no += 1) windows.learn("a", { ...quick, underWay: 4 });
  expect(windows.of("a")).toBe(10);
  expect(windows.unusual()).toEqual([]);
});

it.each([
  ["answers after more than a second", { ...quick, duration: 1_001 }],
  ["fails", { ...quick, delivered: false }],
])("shrinks to the usual ten for an endpoint that %s, and no further", (_, experience) => {
  const windows = new Windows(deadline);
  after(windows, 1_000, quick);
  expect(after(windows, 1, experience)).toBe(90);
  expect(after(windows, 100, experience)).toBe(10);
  expect(windows.unusual()).toEqual([]);
});

it("shrinks to one for an endpoint that takes more than a third of the deadline, until it answers sooner", () => {
  const windows = new Windows(deadline);
  const slow = { ...quick, duration: 8_000 };
  expect(after(windows, 10, slow)).toBe(3);
  expect(after(windows, 100, slow)).toBe(1);
  expect(after(windows, 1, { ...quick, duration: 4_000 })).toBe(10);
});

it("leaves one to an endpoint that hangs, however large its window was, until it answers", () => {
  const windows = new Windows(deadline);
  after(windows, 1_000, quick);
  expect(after(windows, 1, { duration: deadline, late: true, delivered: false })).toBe(1);
  expect(windows.unusual()).toEqual(["a"]);
  expect(after(windows, 1, quick)).toBe(10);
});
