import { expect, it } from "vitest";
import { difference } from "./difference.ts";

it.each([
  ["sixnup", ["si", "x", "nup"]],
  ["signupp", ["signup", "p", ""]],
  ["isgnup", ["", "is", "gnup"]],
  ["sinup", ["s", "in", "up"]],
  ["ignup", ["", "i", "gnup"]],
  ["signu", ["sign", "u", ""]],
  ["orders", ["", "orders", ""]],
  ["", ["", "", ""]],
  ["signup", ["signup", "", ""]],
])("marks in %s what differs from signup", (name, parts) => {
  expect(difference(name, "signup")).toEqual(parts);
});
