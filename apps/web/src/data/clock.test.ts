import { afterEach, expect, it, vi } from "vitest";
import { hearTime, serverTime } from "./clock.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("continues the server's time from the last valid time that the server sent", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T15:00:00Z") });
  hearTime("Sat, 21 Nov 2026 12:00:00 GMT");
  vi.advanceTimersByTime(5_000);
  expect(serverTime()).toBe(Date.parse("2026-11-21T12:00:05Z"));

  // A proxy may drop the Date header, or write anything into it.
  for (const nothing of [null, "", "soon"]) hearTime(nothing);
  expect(serverTime()).toBe(Date.parse("2026-11-21T12:00:05Z"));

  hearTime("2026-11-21T16:00:00.000Z");
  expect(serverTime()).toBe(Date.parse("2026-11-21T16:00:00Z"));
});
