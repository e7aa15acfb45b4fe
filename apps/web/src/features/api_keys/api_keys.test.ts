import { keyLifetimes, scopeSets } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { networksIn, setOf, stateOf } from "./api_keys.ts";
import { marked } from "./examples.ts";
import { usualDays } from "./limits.ts";

const now = Date.parse("2026-11-28T12:00:00Z");

it.each([
  [null, "lasting"],
  ["2026-12-05T12:00:01Z", "lasting"],
  ["2026-12-05T12:00:00Z", "ending"],
  ["2026-11-28T12:00:02Z", "ending"],
  // The server's time is known in whole seconds.
  ["2026-11-28T12:00:01Z", "expired"],
  ["2026-11-27T12:00:00Z", "expired"],
] as const)("a key with the expiry %s is %s", (expiry, state) => {
  expect(stateOf({ expiry }, now)).toBe(state);
});

it("knows a ready set in any order, and nothing else", () => {
  for (const [name, scopes] of Object.entries(scopeSets)) {
    expect(setOf(scopes.toReversed())).toBe(name);
    expect(setOf(scopes.slice(1))).toBeUndefined();
  }
  expect(setOf([])).toBeUndefined();
});

it("reads one network from each line that has one", () => {
  expect(networksIn(" 192.0.2.0/24\r\n\n2001:db8::/32, 198.51.100.7\n")).toEqual([
    "192.0.2.0/24",
    "2001:db8::/32",
    "198.51.100.7",
  ]);
  expect(networksIn("  \n")).toEqual([]);
});

it("offers a lifetime first that the call takes", () => {
  expect(keyLifetimes).toContain(usualDays * 86_400);
});

it("marks every place of the key in an example, and changes nothing else", () => {
  const code = "echo $MAYFLY_KEY\n$MAYFLY_KEY";
  expect(marked(code)).toEqual(["echo $", "MAYFLY_KEY", "\n$", "MAYFLY_KEY", ""]);
});
