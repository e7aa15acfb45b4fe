import { expect, it } from "vitest";
import { contentFailures, rowFailures } from "./criteria.ts";
import { askedFor, tokensOf } from "./tokens.ts";

const row = { sender: "", subject: "", code: "", has_attachment: false };
const content = { recipients: [], hasLink: false, texts: [], headers: [], limits: {} };

it.each([
  // [what is written, what is looked for, whether a search finds it, whether a wait does]
  ["Your order RE-4711", "re-4711", true, true],
  ["Die Straße", "STRASSE", true, true],
  ["O’Brien", "o'brien", true, true],
  ["Café ＡＢＣ", "cafe abc", true, true],
  ["ガラス", "ｶﾞﾗｽ", true, true],
  ["RE\u20114711", "RE-4711", true, true],
  ["plan_2026.pdf", "2026", true, true],
  ["日本語", "本", true, true],
  // A search looks for words, wherever they are, a wait for characters in a row.
  ["reorder", "order", false, true],
  ["a big order", "order big", true, false],
  ["another", "other", false, true],
])("in %j, %j is found by a search: %s, by a wait: %s", (text, looked, bySearch, byWait) => {
  const tokens = tokensOf(text);
  const isFound = askedFor(looked, false).every(({ token, isPrefix }) =>
    tokens.some((one) => (isPrefix ? one.startsWith(token) : one === token)),
  );
  const isMet = (failed: unknown[]) => failed.length === 0;
  expect([
    isFound,
    isMet(rowFailures({ subject: looked }, { ...row, subject: text })),
    isMet(contentFailures({ contains: looked }, { ...content, texts: [text] })),
  ]).toEqual([bySearch, byWait, byWait]);
});

it("takes what folds to nothing for nowhere", () => {
  expect(contentFailures({ contains: "\u0301" }, { ...content, texts: ["any"] })).toHaveLength(1);
});
