import { describe, expect, it } from "vitest";
import { absoluteTime, relativeTime } from "./relativeTime.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("relativeTime", () => {
  it.each([
    ["less than a minute ago", "2026-11-21T12:00:00Z"],
    ["less than a minute ago", "2026-11-21T11:59:40Z"],
    ["5 minutes ago", "2026-11-21T11:55:00.000Z"],
    ["2 hours ago", "2026-11-21T10:00:00Z"],
    ["3 days ago", "2026-11-18T12:00:00Z"],
    ["in 2 days", "2026-11-23T12:00:00Z"],
    ["Invalid date", "yesterday"],
    ["Unknown time", ""],
  ])("%s: %s", (text, instant) => {
    expect(relativeTime(instant, now)).toBe(text);
  });

  it("shows an instant 40 seconds ahead as less than a minute ago", () => {
    expect(relativeTime("2026-11-21T12:00:40Z", now)).toBe("less than a minute ago");
  });
});

it("absoluteTime formats a date, and has the same texts for a missing and an invalid time", () => {
  expect(absoluteTime("")).toBe("Unknown time");
  expect(absoluteTime("soon")).toBe("Invalid date");
  expect(absoluteTime("2026-11-21T12:00:00Z")).toContain("November 21, 2026");
});
