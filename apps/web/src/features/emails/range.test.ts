import { expect, it } from "vitest";
import { range } from "./range.ts";

it.each([
  ["a", "c", ["a", "b", "c"]],
  ["d", "b", ["b", "c", "d"]],
  ["b", "b", ["b"]],
  [undefined, "c", ["c"]],
  ["on another page", "c", ["c"]],
])("goes from %s to %s (row Y05)", (from, to, rows) => {
  expect(range(["a", "b", "c", "d"], from, to)).toEqual(rows);
});
