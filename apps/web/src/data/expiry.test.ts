import { describe, expect, it } from "vitest";
import { endsSoon, expiryLabel, isCalledActive, takesMail } from "./expiry.ts";

const now = new Date(2026, 10, 21, 12, 0).getTime();
/** Local time, as the labels go by the browser's calendar. */
const active = (...at: [number, number, number, number, number]) => ({
  is_active: 1 as const,
  expiry: new Date(...at).toISOString(),
});

describe("expiryLabel", () => {
  it.each([
    ["Expires today", active(2026, 10, 21, 23, 59)],
    ["Expires tomorrow", active(2026, 10, 22, 0, 1)],
    ["Expires in 2 days", active(2026, 10, 23, 0, 0)],
    ["Expires in 7 days", active(2026, 10, 28, 23, 59)],
    [new Date(2026, 10, 29).toLocaleDateString(undefined, { dateStyle: "medium" }), active(2026, 10, 29, 0, 0)],
    ["Expired", active(2026, 10, 21, 11, 59)],
    ["Expires Never", { is_active: 1 as const, expiry: null }],
    ["Expired", { is_active: 0 as const, expiry: null }],
  ])("is %s for %j", (label, life) => {
    expect(expiryLabel(life, now)).toBe(label);
  });
});

it("an address counts as active if it is marked so or its expiry lies in the future", () => {
  expect(isCalledActive({ is_active: 1, expiry: null }, now)).toBe(true);
  expect(isCalledActive({ ...active(2026, 10, 22, 0, 0), is_active: 0 }, now)).toBe(true);
  expect(isCalledActive({ ...active(2026, 10, 20, 0, 0), is_active: 0 }, now)).toBe(false);
});

it("an address that has just been deactivated counts as expired, even if the server's clock is ahead", () => {
  const life = { is_active: 0 as const, expiry: new Date(now + 20_000).toISOString() };
  expect(isCalledActive(life, now)).toBe(false);
  expect(expiryLabel(life, now)).toBe("Expired");
  expect(endsSoon(life, now)).toBe(false);
});

it("an address takes mail while it is active and has not ended", () => {
  expect(takesMail({ is_active: 1, expiry: null }, now)).toBe(true);
  expect(takesMail(active(2026, 10, 21, 12, 1), now)).toBe(true);
  expect(takesMail(active(2026, 10, 21, 11, 59), now)).toBe(false);
  expect(takesMail({ ...active(2026, 10, 22, 0, 0), is_active: 0 }, now)).toBe(false);
});

it("an address ends soon if it ends later today or tomorrow", () => {
  expect(endsSoon(active(2026, 10, 22, 23, 0), now)).toBe(true);
  expect(endsSoon(active(2026, 10, 23, 0, 0), now)).toBe(false);
  expect(endsSoon(active(2026, 10, 21, 11, 0), now)).toBe(false);
});
