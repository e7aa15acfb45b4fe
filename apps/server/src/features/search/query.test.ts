import { expect, it } from "vitest";
import { parseQuery } from "./query.ts";

const now = new Date("2026-11-28T12:00:00Z");
const clausesOf = (text: string) => {
  const read = parseQuery(text, now);
  if (read.fault) throw new Error(JSON.stringify(read.fault));
  return read.clauses.map(({ isNegated, alternatives }) => {
    const said = alternatives.map((term) => {
      if (term.kind === "words" || term.kind === "phrase") {
        const asked = term.asked.map(({ token, isPrefix }) => token + (isPrefix ? "*" : "")).join(" ");
        return `${term.kind === "phrase" ? "phrase " : ""}${term.field}:${asked}`;
      }
      const { kind, ...rest } = term;
      return `${kind} ${Object.values(rest)
        .map((value) => (value instanceof Date ? value.toISOString() : value))
        .join()}`;
    });
    return `${isNegated ? "-" : ""}${said.join(" OR ")}`;
  });
};

it.each([
  ["", []],
  ["  ", []],
  ["order ", ["any:order"]],
  ["new ord", ["any:new", "any:ord*"]],
  ["-spam x ", ["-any:spam", "any:x"]],
  ['"two  Words" ', ["phrase any:two words"]],
  ['"one"', ["any:one"]],
  ['from:"Shop Inc" to:a@b.c subject:Reset ', ["phrase from:shop inc", "to:a@b.c", "subject:reset"]],
  ["filename:plan.pdf code:482913 ", ["filename:plan.pdf", "code:482913"]],
  ["has:code has:link -has:attachment", ["has code", "has link", "-has attachment"]],
  ["is:unread is:READ", ["unread true", "unread false"]],
  ["before:2026-02-28 after:2026-01-01", ["before 2026-02-28T00:00:00.000Z", "after 2026-01-01T00:00:00.000Z"]],
  ["newer_than:12h newer_than:2w", ["after 2026-11-28T00:00:00.000Z", "after 2026-11-14T12:00:00.000Z"]],
  ["larger:500 larger:2k larger:3mb", ["larger 500", "larger 2048", "larger 3145728"]],
  ["in:A@B.example run:ci/4711", ["in a@b.example", "run ci/4711"]],
  ["a OR b c ", ["any:a OR any:b", "any:c"]],
  ["a OR b OR has:link ", ["any:a OR any:b OR has link"]],
  ["OR a OR", ["any:or", "any:a", "any:or*"]],
  ['a "OR" b ', ["any:a", "any:or", "any:b"]],
  ["or and not ", ["any:or", "any:and", "any:not"]],
  ["https://shop.example/x ", ["any:https shop.example x"]],
  ["Re: 12:30 ", ["any:re", "any:12 30"]],
  ["! & | ' \\ % _ ( ) :* <-> ", ["any:_"]],
  ['unclosed "two words', ["any:unclosed", "phrase any:two words"]],
  ["' OR 1=1; DROP TABLE x -- ", ["any:or", "any:1 1", "any:drop", "any:table", "any:x"]],
  ["日本 שלום 🎉 ", ["any:日本", "any:שלום"]],
])("reads %j (row T02)", (text, clauses) => {
  expect(clausesOf(text)).toEqual(clauses);
});

it.each([
  ["x color:red y", 2, 9, /^There is no operator color: there are from, to, /],
  ["has:hope", 0, 8, "has: is code, link or attachment."],
  ["a is:maybe", 2, 8, "is: is unread or read."],
  ["before:2026-02-31", 0, 17, "before: is a day such as 2026-11-28."],
  ["after:yesterday", 0, 15, "after: is a day such as 2026-11-28."],
  ["newer_than:soon", 0, 15, /^newer_than: is a time/],
  ["larger:big", 0, 10, /^larger: is a size/],
  ["subject: x", 0, 8, "Write what subject: looks for, without a space before it."],
  ["from:!!!", 0, 8, "Write what from: looks for, without a space before it."],
  ["a OR -b", 5, 2, "What is left out by a minus cannot be one of two choices."],
  ["-a OR b", 6, 1, "What is left out by a minus cannot be one of two choices."],
  ["x".repeat(1_001), 1_000, 1, "At most 1000 characters."],
  ["a ".repeat(51), 100, 1, "At most 50 words."],
])("says where and why %.20j cannot be understood (row T02)", (text, position, length, said) => {
  expect(parseQuery(text, now)).toEqual({
    fault: { position, length, text: typeof said === "string" ? said : expect.stringMatching(said) },
  });
});

it("reads any text in bounded time", () => {
  for (const text of [
    "-".repeat(1_000),
    '"'.repeat(1_000),
    "a:".repeat(500),
    `${"a OR ".repeat(199)}b`,
    ":".repeat(1_000),
  ]) {
    const begin = performance.now();
    parseQuery(text, now);
    expect(performance.now() - begin).toBeLessThan(100);
  }
});
