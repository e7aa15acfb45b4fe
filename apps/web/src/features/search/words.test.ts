import { expect, it } from "vitest";
import { operatorWords, waitingOperator, withoutWaiting, withoutWord, withWord } from "./words.ts";

it.each([
  ["", []],
  ["order from:shop", ["from:shop"]],
  ['-has:code FROM:"Shop Inc" x', ["-has:code", 'FROM:"Shop Inc"']],
  ["from:a (from:b OR -in:c) -(is:read) to:d", ["from:a", "to:d"]],
  ['"from:shop" https://a.example/is:unread re:x from:', []],
])("finds the operators of %j", (q, words) => {
  expect(operatorWords(q).map(({ text }) => text)).toEqual(words);
});

it.each([
  ["", undefined, ""],
  ["order from:", "from:", "order "],
  ["order -in:", "-in:", "order "],
  ["from: ", undefined, "from: "],
  ["order OR", "OR", "order "],
  ["order or", undefined, "order or"],
  ["order -", "-", "order "],
  ["from:x", undefined, "from:x"],
])("waits in %j for what %s looks for", (q, operator, rest) => {
  expect([waitingOperator(q), withoutWaiting(q)]).toEqual([operator, rest]);
});

it("adds and removes a word", () => {
  expect(withWord("", "from:")).toBe("from:");
  expect(withWord("order ", "has:code")).toBe("order has:code ");
  const removed = (q: string) => operatorWords(q).map((word) => withoutWord(q, word));
  expect(removed("a is:unread b")).toEqual(["a b"]);
  expect(removed("is:unread b")).toEqual(["b"]);
  expect(removed("a is:unread ")).toEqual(["a"]);
});
