import { keyPattern } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { isKey, makeKey } from "./api_key.ts";

it("makes keys of the published form, each with a checksum of its own (row Q03)", () => {
  const keys = Array.from({ length: 100 }, makeKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) {
    expect(key).toMatch(new RegExp(`^${keyPattern.source.replaceAll("\\b", "")}$`));
    expect(isKey(key)).toBe(true);
  }
});

it("knows a key whose checksum was made elsewhere", () => {
  // The CRC-32 of `mfly_` and 33 zeros, in base 62, by Python's zlib.
  expect(isKey("mfly_00000000000000000000000000000000012u0ec")).toBe(true);
});

it.each([
  ["a changed character", (key: string) => key.replace(/.$/, (last) => (last === "a" ? "b" : "a"))],
  ["two that changed places", (key: string) => key.replace(/(.)(.)$/, (_, a, b) => (a === b ? `${a}_` : b + a))],
  ["a key that is cut off", (key: string) => key.slice(0, -1)],
  ["one with more behind it", (key: string) => `${key}0`],
  ["another prefix", (key: string) => key.replace("mfly", "mflx")],
  ["nothing", () => ""],
])("refuses %s without asking anybody", (_what, change) => {
  expect(isKey(change(makeKey()))).toBe(false);
});
