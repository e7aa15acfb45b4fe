import { expect, it } from "vitest";
import { type Clause, parseQuery } from "./query.ts";

const now = new Date("2026-11-28T12:00:00Z");
const said = (clause: Clause): string => {
  switch (clause.kind) {
    case "all":
    case "any":
      return `(${clause.clauses.map(said).join(clause.kind === "all" ? " " : " OR ")})`;
    case "not":
      return `-${said(clause.clause)}`;
    case "words":
    case "phrase": {
      const asked = clause.asked.map(({ token, isPrefix }) => token + (isPrefix ? "*" : "")).join(" ");
      return `${clause.kind === "phrase" ? "phrase " : ""}${clause.field}:${asked}`;
    }
    default: {
      const { kind, ...rest } = clause.kind === "in" ? { kind: clause.kind, address: clause.address } : clause;
      const values = Object.values(rest).map((value) => (value instanceof Date ? value.toISOString() : value));
      return `${kind} ${values.join()}`;
    }
  }
};
const clausesOf = (text: string) => {
  const read = parseQuery(text, now);
  if (read.fault) throw new Error(JSON.stringify(read.fault));
  return read.clauses.map(said);
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
  ["in:A@B.example run:ci/4711", ["in a@b.example", "label run,ci/4711"]],
  ['run:"CI/4711" run:a:b', ["label run,CI/4711", "label run,a:b"]],
  ["tag:Smoke -tag:a-1", ["label tag,smoke", "-label tag,a-1"]],
  ["in:ann@M\u00dcnchen.example", ["in ann@xn--mnchen-3ya.example"]],
  ["to:m\u00fcnchen.example ", ["(to:xn mnchen-3ya.example OR to:munchen.example)"]],
  ["from:Ann@XN--mnchen-3ya.example ", ["(from:ann@xn mnchen-3ya.example OR from:ann@munchen.example)"]],
  ["-ann@m\u00fcnchen.example x ", ["-(any:ann@xn mnchen-3ya.example OR any:ann@munchen.example)", "any:x"]],
  ["m\u00fcnchen to:4711 ", ["any:munchen", "to:4711"]],
  ["a OR b c ", ["(any:a OR any:b)", "any:c"]],
  ["a OR b OR has:link ", ["(any:a OR any:b OR has link)"]],
  ["third OR (second big)", ["(any:third OR (any:second any:big))"]],
  ["(a OR b) -(c d) (e f)", ["(any:a OR any:b)", "-(any:c any:d)", "any:e", "any:f"]],
  ["(a (b OR (c)))x", ["any:a", "(any:b OR any:c)", "any:x*"]],
  ["a OR -b ", ["(any:a OR -any:b)"]],
  ["-(a OR b) ", ["-(any:a OR any:b)"]],
  ["(from:a OR from:b)", ["(from:a OR from:b)"]],
  ["f(x) (g(y) z)", ["any:f x", "any:g y", "any:z"]],
  ["ord* from:sho* b ", ["any:ord*", "from:sho*", "any:b"]],
  ['a "OR" b ', ["any:a", "any:or", "any:b"]],
  ["or and not ORDER ", ["any:or", "any:and", "any:not", "any:order"]],
  ["https://shop.example/x ", ["any:https shop.example x"]],
  ["Re: 12:30 ", ["any:re", "any:12 30"]],
  ['"a""b" c"d" ', ["any:a", "any:b", "any:c", "any:d"]],
  ["“big order” „zwei Wörter“ ", ["phrase any:big order", "phrase any:zwei worter"]],
  ['"he said “hello” to" “a "b ', ["phrase any:he said hello to", "any:a", "any:b"]],
  ['"AT & T" "c++" ', ["phrase any:at t", "phrase any:c"]],
  ["日本 שלום ", ["any:日本", "any:שלום"]],
  ['filename:"(1)" subject:"(draft) two" ', ["phrase filename:1", "phrase subject:draft two"]],
  ["after:0001-01-01 before:9999-12-31", ["after 0001-01-01T00:00:00.000Z", "before 9999-12-31T00:00:00.000Z"]],
])("reads %j (row T02)", (text, clauses) => {
  expect(clausesOf(text)).toEqual(clauses);
});

it.each(["-", "\uff0d", "\u2212", "\ufe63"])("takes %s for a minus", (minus) => {
  expect(clausesOf(`a ${minus}third ${minus}from:b.example ${minus}(c d) `)).toEqual(
    clausesOf("a -third -from:b.example -(c d) "),
  );
  const text = expect.stringMatching(/^Put the minus before from:\./);
  expect(parseQuery(`a from:${minus}b.example`, now)).toEqual({ fault: { position: 2, length: 15, text } });
});

const nothing = "There are no letters or digits to search for.";
it.each([
  ["x color:red y", 2, 9, /^Unknown operator color. The operators are from, to, /],
  ["has:hope", 0, 8, "has: needs code, link or attachment."],
  ["a is:maybe", 2, 8, "is: needs unread or read."],
  ["before:2026-02-31", 0, 17, "before: needs a date, such as 2026-11-28."],
  ["after:yesterday", 0, 15, "after: needs a date, such as 2026-11-28."],
  ["newer_than:soon", 0, 15, /^newer_than: needs a time/],
  ["larger:big", 0, 10, /^larger: needs a size/],
  ['x run:"a b"', 2, 9, /^run: needs the label of a run/],
  ["run:ci&4711", 0, 11, /^run: needs the label of a run/],
  ["tag:a_b", 0, 7, /^tag: needs the tag of an address/],
  [`tag:${"x".repeat(33)}`, 0, 37, /^tag: needs the tag of an address/],
  [`run:${"x".repeat(101)}`, 0, 105, /^run: needs the label of a run/],
  ["subject: x", 0, 8, "Write what to look for right after subject:, without a space."],
  [
    "subject:-lk x",
    0,
    11,
    /^Put the minus before subject:\. To search for text that begins with a minus, put it in quotes\.$/,
  ],
  ["-to:-b", 0, 6, /^Put the minus before to:/],
  ["from:!!!", 0, 8, nothing],
  ["a 🎉", 2, 2, nothing],
  ["!!!", 0, 3, nothing],
  ["R & D", 2, 1, nothing],
  ["*", 0, 1, nothing],
  ['a "" b', 2, 2, nothing],
  ['"!!!"', 0, 5, nothing],
  ["' OR 1=1; DROP TABLE x -- ", 0, 1, nothing],
  ["-", 0, 1, "Write the word to exclude right after the minus."],
  ["a - b", 2, 1, "Write the word to exclude right after the minus."],
  ["a --b", 2, 2, /^One minus is enough/],
  ["o*d", 0, 3, "A * can only stand at the end of a word, as in ord*."],
  ['"', 0, 1, "This quotation mark is not closed."],
  ['unclosed "two words', 9, 1, "This quotation mark is not closed."],
  ["“two words", 0, 1, "This quotation mark is not closed."],
  ["two ” words", 4, 1, nothing],
  ['from:"x', 5, 1, "This quotation mark is not closed."],
  ["OR", 0, 2, /^A word is missing before this OR/],
  ["OR a", 0, 2, /^A word is missing before this OR/],
  ["a OR", 2, 2, /^A word is missing after this OR/],
  ["a (b OR ) c", 5, 2, /^A word is missing after this OR/],
  ["a OR OR b", 5, 2, /^A word is missing before this OR/],
  ["()", 0, 2, "These parentheses are empty."],
  ["a ( )", 2, 3, "These parentheses are empty."],
  ["-()", 1, 2, "These parentheses are empty."],
  ["a (b", 2, 1, "This parenthesis is not closed."],
  ["a) b", 1, 1, "There is no opening parenthesis for this one."],
  ["from:(a b)", 0, 7, "Put the parentheses outside: (from:a OR from:b)."],
  ["(".repeat(1_000), 10, 1, "Parentheses can be nested 10 deep at most."],
  ["after:0000-01-01", 0, 16, "after: needs a date, such as 2026-11-28."],
  ["x newer_than:9999y", 2, 16, "newer_than: cannot go back beyond the year 1."],
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
    "(".repeat(1_000),
    ")".repeat(1_000),
    "a(".repeat(500),
    "(a)".repeat(333),
    "-(".repeat(500),
    `${"*".repeat(999)}a`,
    "\u0301".repeat(1_000),
    "x".repeat(1_000_000),
  ]) {
    // The best of three: a busy machine may interrupt one.
    const times = [1, 2, 3].map(() => {
      const begin = performance.now();
      parseQuery(text, now);
      return performance.now() - begin;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  }
});
