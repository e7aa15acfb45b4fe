import { describe, expect, it } from "vitest";
import { Filters } from "./platform.ts";

const name = "n".repeat(140);
const operator = "o".repeat(20);
const text = "t".repeat(1000);
const nulls = (count: number) => Array<null>(count).fill(null);
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, no) => [`field${no}`, no]));

describe("Filters", () => {
  it.each([
    [[[name, operator, text]]],
    [[[name, name, operator, nulls(100)]]],
    [[["field", "in", ["a", 1, true, null]]]],
    [Array(20).fill(["field", "=", 1])],
    [[]],
    [{ [name]: text }],
    [{ field: ["in", "a"] }],
    [{ field: ["in", ["a", "b"]] }],
    [fields(20)],
    [{}],
  ])("accept conditions within their limits: %j", (filters) => {
    expect(Filters.parse(filters)).toEqual(filters);
  });

  it.each([
    ["a long operator", [["field", `${operator}o`, 1]]],
    ["a long operator after a doctype", [["Email", "field", `${operator}o`, 1]]],
    ["a long field", [[`${name}n`, "=", 1]]],
    ["a long doctype", [[`${name}n`, "field", "=", 1]]],
    ["a long field after a doctype", [["Email", `${name}n`, "=", 1]]],
    ["a long text", [["field", "=", `${text}t`]]],
    ["a long list", [["field", "in", nulls(101)]]],
    ["a list in a list", [["field", "in", [["a"]]]]],
    ["an object as value", [["field", "=", {}]]],
    ["no value", [["field", "="]]],
    ["a condition too long", [["Email", "field", "=", 1, 2]]],
    ["a number as field", [[1, "=", 1]]],
    ["a number as operator", [["field", 1, 1]]],
    ["a list as operator", [["field", ["="], 1]]],
    ["no field", [[null, "field", "=", 1]]],
    ["too many conditions", Array(21).fill(["field", "=", 1])],
    ["too many fields", fields(21)],
    ["a long field of an object", { [`${name}n`]: 1 }],
    ["a long text of an object", { field: `${text}t` }],
    ["a list as operator in an object", { field: [["="], 1] }],
    ["a list of lists in an object", { field: ["in", [["a"]]] }],
    ["two lists in an object", { field: ["in", ["a"], ["b"]] }],
    ["a long list in an object", { field: ["in", nulls(101)] }],
    ["an object in an object", { field: { like: "a" } }],
    ["a text", "field = 1"],
    ["a number", 1],
  ])("are refused with %s", (_, filters) => {
    expect(Filters.safeParse(filters).success).toBe(false);
  });
});
