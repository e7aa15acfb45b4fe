import { expect, it } from "vitest";
import { askedFor, placesOf, tokensOf } from "./tokens.ts";

it.each([
  ["Your code is 482913.", ["your", "code", "is", "482913"]],
  [
    "RE-4711 app@staging.example",
    ["re-4711", "re", "4711", "app@staging.example", "app@staging", "app", "staging.example", "staging", "example"],
  ],
  ["Ünïcödé ﬁne ＡＢＣ", ["unicode", "fine", "abc"]],
  ["don't don’t", ["don't", "don", "t"]],
  ["_2026_4711.pdf", ["2026_4711.pdf", "2026_4711", "2026", "4711.pdf", "4711", "pdf"]],
  ["STRASSE straße Œuvre Łódź ΟΔΟΣ", ["strasse", "oeuvre", "lodz", "οδοσ"]],
  ["日本語の領収書", ["日本", "本語", "語の", "の領", "領収", "収書", "書"]],
  ["字", ["字"]],
  ["서울 a한b", ["서울", "울", "a", "한", "b"]],
  ["ราคา", ["รา", "าค", "คา", "า"]],
  ["— … 🎉", []],
  ["a.b..c", ["a.b", "a", "b", "c"]],
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

it.each([
  ["Rechnung_2026_4711.pdf", "4711"],
  ["Rechnung_2026_4711.pdf", "rechnung_2026"],
  ["Rechnung_2026_4711.pdf", "2026_4711"],
  ["ann+shop@b.example", "ann+shop"],
  ["ann+shop@b.example", "shop@b"],
  ["O’Brien", "O'Brien"],
  ["don't", "don’t"],
  ["donʼt", "don‘t"],
  ["straße", "STRASSE"],
  ["STRASSE", "Straße"],
  ["RE\u20114711", "re-4711"],
  ["__init__", "init"],
  ["İstanbul KAPI", "istanbul kapı"],
  ["smørrebrød", "Smorrebrod"],
  ["Bestell\u00adbest\u00e4tigung", "Bestellbestätigung"],
  ["Bestellbestätigung", "Bestell\u00adbestätigung"],
  ["zero\u2060width no\ufeffbreak", "zerowidth nobreak"],
  ["東京\u2060都庁", "京都"],
  ["می\u200cخواهم", "میخواهم"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["میخواهم", "می\u200cخواهم"],
  ["ශ්\u200dරී", "ශ්රී"],
  ["new\u200bline", "newline"],
  ["newline", "new\u200bline"],
  ["ราคา\u200bสินค้า", "ราคาสินค้า"],
  ["ราคาสินค้า", "ราคา\u200bสินค้า"],
  ["តម្លៃ\u200bទំនិញ", "ទំនិញ"],
  ["مُحَمَّد", "محمد"],
  ["محمد", "مُحَمَّد"],
  ["مـــحـمد", "محمد"],
  ["أحمد والإسلام", "احمد"],
  ["שָׁלוֹם", "שלום"],
  ["हिन्दी", "हिन्दी"],
  [`${"a.".repeat(40)}z`, `${"a.".repeat(40)}z`],
])("finds in %.40j what is asked for as %.40j", (text, asked) => {
  const tokens = tokensOf(text);
  for (const { token } of askedFor(asked, false)) expect(tokens).toContain(token);
  // And marks it.
  expect(placesOf(text, askedFor(asked, false), 10).length).toBeGreaterThan(0);
});

it.each([
  ["हिन्दी", "हनद"],
  ["か", "が"],
  ["new\u200b line", "newline"],
  ["e\u00ad mail", "email"],
])("does not find in %j what is asked for as %j", (text, asked) => {
  const tokens = tokensOf(text);
  expect(askedFor(asked, false).every(({ token }) => tokens.includes(token))).toBe(false);
});

it("marks a word with all that nobody sees in it", () => {
  const text = "Ihre Bestell\u00adbestätigung \u00ad ist da";
  const [[from, to] = []] = placesOf(text, askedFor("bestellbestatigung", false), 10);
  expect(text.slice(from, to)).toBe("Bestell\u00adbestätigung");
});
