import { matchCases } from "@mayfly/server/testing/match_cases";
import { describe, expect, it } from "vitest";
import { isFor, matches, toItem, toItems, toLiveItem } from "./item.ts";

const wire = {
  name: "m1",
  owner: "ada@mayfly.test",
  creation: "2026-11-21T12:00:00Z",
  sender: "Ann <ann@example.com>",
  recipients: "qa@mayfly.test",
  subject: "Hello",
  preview: "First line",
  code: "482913",
  has_attachment: 1,
  _seen: '["ann@mayfly.test"]',
};

describe("toItem", () => {
  it("converts a row of the list", () => {
    expect(toItem(wire)).toEqual({
      name: "m1",
      owner: "ada@mayfly.test",
      creation: "2026-11-21T12:00:00Z",
      subject: "Hello",
      sender: { name: "Ann", address: "ann@example.com" },
      preview: "First line",
      code: "482913",
      has_attachment: true,
      recipients: "qa@mayfly.test",
      _seen: ["ann@mayfly.test"],
    });
  });

  it.each([
    {},
    { sender: null, subject: null, preview: null, _seen: null, creation: null },
    { subject: "  ", _seen: "[" },
  ])("uses defaults for missing or broken fields: %j", (odd) => {
    expect(toItem(odd)).toMatchObject({
      subject: "No Subject",
      sender: { name: "Unknown Sender", address: "" },
      preview: "",
      _seen: [],
    });
  });

  it("cuts a preview to 120 characters, and that of a live message to 100", () => {
    const long = { ...wire, preview: "x".repeat(200) };
    expect(toItem(long).preview).toBe(`${"x".repeat(120)}...`);
    expect(toLiveItem(long).preview).toBe(`${"x".repeat(100)}...`);
  });
});

it("a live message without a preview is previewed from its content, and nobody has seen it", () => {
  expect(toLiveItem({ ...wire, preview: undefined, _seen: undefined, content: "<p>Hi</p>" })).toMatchObject({
    preview: "Hi",
    _seen: [],
  });
});

it("rows are read by the names of their columns", () => {
  expect(toItems({ keys: ["subject", "name"], values: [["S", "n"]] })).toMatchObject([{ subject: "S", name: "n" }]);
});

it("search looks at subject, sender and preview, ignoring case, but not at the recipient", () => {
  const item = toItem(wire);
  for (const term of ["HELLO", "ann", "ANN@example.com", "first line", " hello "]) {
    expect(matches(item, term), term).toBe(true);
  }
  expect(matches(item, "qa@")).toBe(false);
});

it.each(matchCases)("the search box: '$typed' in '$subject' ($about)", ({ subject, typed, found }) => {
  expect(matches(toItem({ ...wire, subject }), typed)).toBe(found.box);
});

it("a preview keeps text that looks like a tag, and a search finds it", () => {
  const item = toItem({ ...wire, preview: "Map<string, number> by <bob@example.com>" });
  expect(item.preview).toBe("Map<string, number> by <bob@example.com>");
  for (const term of ["map<string, n", "<bob@"]) expect(matches(item, term), term).toBe(true);
});

it("a message belongs to its recipient's inbox and to that of all addresses", () => {
  const item = toItem(wire);
  expect([isFor(item, "QA@mayfly.test"), isFor(item, undefined), isFor(item, "other@mayfly.test")]).toEqual([
    true,
    true,
    false,
  ]);
});
