import { expect, it } from "vitest";
import { hostOf } from "./hostOf.ts";

it.each([
  ["  Shop.Example ", "Shop.Example"],
  ["https://shop.example", "shop.example"],
  ["HTTP://user:secret@shop.example:8443/path?mail=a@b.example#part", "shop.example"],
  ["//shop.example/", "shop.example"],
  ["shop.example/imprint", "shop.example"],
  ["shop.example:8080", "shop.example"],
  ["shop.example?x=1", "shop.example"],
  ["https:\\\\shop.example", "shop.example"],
  ["ada@shop.example", "shop.example"],
  ["mailto:ada@shop.example?subject=Hello", "shop.example"],
  ["Ada Lovelace <ada@shop.example>", "shop.example"],
  ['"a@b"@shop.example', "shop.example"],
  ["https://bücher.example/über", "bücher.example"],
  // What is no name stays, so that the server says why.
  ["::1", "::1"],
  ["http://[::1]:80/", "[::1]:80"],
  ["two words.example", "two words.example"],
  ["https://", ""],
  ["@", ""],
])("takes %s for %s", (typed, host) => {
  expect(hostOf(typed)).toBe(host);
});
