import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { json, whole } from "./values.ts";
import { errorText, get, methods, post } from "./wire.ts";

describe("errorText", () => {
  it.each([
    [{ _server_messages: JSON.stringify([JSON.stringify({ message: "first" }), "second"]), message: "m" }, "first"],
    [{ _server_messages: JSON.stringify(["plain"]), message: "m" }, "plain"],
    [{ _server_messages: JSON.stringify([{ message: "object" }]) }, "object"],
    [{ _server_messages: JSON.stringify([JSON.stringify({ message: "<b>no</b> tags" })]) }, "no tags"],
    [{ _server_messages: "[]", message: "m" }, "m"],
    [{ _server_messages: "not json", message: "m" }, "m"],
    [{ message: "m" }, "m"],
    [{ message: " " }, undefined],
    [{ message: { success: false } }, undefined],
    [{ message: { message: "inside" } }, "inside"],
    [{ _server_messages: null, message: "m" }, "m"],
    [{ _server_messages: 7, message: "m" }, "m"],
    [{ _server_messages: [{ message: "list" }], message: 7 }, "list"],
    [{ _server_messages: JSON.stringify(["<br>"]), message: "m" }, "m"],
    [{ message: null, exception: "frappe.exceptions.ValidationError: raised: so" }, "raised: so"],
    [{ exception: "frappe.exceptions.PermissionError" }, undefined],
    [{ exception: "raised" }, "raised"],
    [{}, undefined],
    ["oops", undefined],
    [undefined, undefined],
  ])("finds the text in %j (M07, M08, P118)", (body, text) => {
    expect(errorText(body)).toBe(text);
  });
});

it("builds the path of a call from its namespace and name", () => {
  const shape = { access: "Guest", input: z.object({}), output: z.string() } as const;
  expect(methods("a.b", { c: get(shape) }).c).toMatchObject({ path: "/api/method/a.b.c", verb: "GET", bare: false });
  expect(methods("", { login: post({ ...shape, bare: true }) }).login).toMatchObject({
    path: "/api/method/login",
    bare: true,
  });
});

it("reads a JSON field from a text, as in a form, and from a value", () => {
  const list = json(z.array(z.string()));
  expect(list.parse('["a"]')).toEqual(["a"]);
  expect(list.parse(["a"])).toEqual(["a"]);
  expect(list.safeParse("[").success).toBe(false);
});

it("reads a whole number from a text, and refuses other values and those out of bounds", () => {
  expect(whole(0, 10).parse("7")).toBe(7);
  for (const wrong of ["-1", "11", "1.5", "x", Number.NaN, {}])
    expect(whole(0, 10).safeParse(wrong).success).toBe(false);
});
