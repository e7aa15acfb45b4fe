import { expect, it } from "vitest";
import { strengthOf } from "./strength.ts";

it.each([
  ["Abcdef1!", "Strong"],
  ["Abcdefg1", "Medium"],
  ["Abcdefgh", "Medium"],
  ["abcdefgh", "Weak"],
  ["abc", "Weak"],
  ["-", "Weak"],
])("calls %j %s (H11 to H13)", (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
