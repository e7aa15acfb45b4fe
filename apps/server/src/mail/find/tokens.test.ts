import { expect, it } from "vitest";
import { askedFor, tokensOf } from "./tokens.ts";

it.each([
  ["Your code is 482913.", ["your", "code", "is", "482913"]],
  [
    "RE-4711 app@staging.example",
    ["re-4711", "4711", "re", "app@staging.example", "staging.example", "example", "app", "staging"],
  ],
  ["Ünïcödé ﬁne ＡＢＣ", ["unicode", "fine", "abc"]],
  ["don't", ["don't", "t", "don"]],
  ["日本語の領収書", ["日本", "本語", "語の", "の領", "領収", "収書", "書"]],
  ["字", ["字"]],
  ["서울 a한b", ["서울", "울", "a", "한", "b"]],
  ["ราคา", ["รา", "าค", "คา", "า"]],
  ["— … 🎉", []],
  ["a.b..c", ["a.b", "b", "a", "c"]],
])("finds %s by its words, whatever the script (row T01)", (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens);
});

it("cuts what is long in what is written and asked alike, and stops at a number", () => {
  const long = "x".repeat(1_000);
  expect(askedFor(long, false)).toEqual([{ token: tokensOf(long)[0], isPrefix: false }]);
  expect(tokensOf("a b c d", 2)).toEqual(["a", "b"]);
});

it("asks for the last word as a beginning, and for one character of a dense script wherever it stands", () => {
  expect(askedFor("new ord", true)).toEqual([
    { token: "new", isPrefix: false },
    { token: "ord", isPrefix: true },
  ]);
  expect(askedFor("書", false)).toEqual([{ token: "書", isPrefix: true }]);
  for (const text of ["書類", "領収書", "書"])
    expect(tokensOf(text).some((token) => token.startsWith("書"))).toBe(true);
});
