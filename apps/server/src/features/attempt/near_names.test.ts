import { expect, it } from "vitest";
import { namesNear } from "./near_names.ts";

it("names what is one edit away, and nothing else", () => {
  const near = new Set(namesNear("signup-1@mayfly.test"));
  const isNear = (name: string) => [name, near.has(`${name}@mayfly.test`)];
  for (const name of ["sgnup-1", "ssignup-1", "isgnup-1", "signup-2", "signup-12", "signup1", "1signup-1"]) {
    expect(isNear(name)).toEqual([name, true]);
  }
  for (const name of ["signup-1", "sgnup1", "isgnup-2", "", "signup"]) expect(isNear(name)).toEqual([name, false]);
});

it("stays few for the longest name", () => {
  expect(namesNear(`${"a".repeat(64)}@mayfly.test`).length).toBeLessThan(6_000);
  expect(namesNear("a@mayfly.test")).not.toContain("@mayfly.test");
});
