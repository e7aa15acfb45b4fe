import { expect, it } from "vitest";
import { linkHost } from "./linkHost.ts";

it.each([
  ["https://shop.example/verify?t=1", "shop.example"],
  ["http://shop.example:8080/", "shop.example:8080"],
  ["https://bank.example@evil.example/", "evil.example"],
  ["https://аpple.example/", "xn--pple-43d.example"],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["/relative", undefined],
  ["", undefined],
])("%s leads to %s", (url, host) => {
  expect(linkHost(url)).toBe(host);
});
