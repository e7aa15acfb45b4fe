import { asciiDomain } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { domainLine, unicodeDomain } from "./unicodeDomain.ts";

it.each([
  "bücher.example",
  "straße.example",
  "mail.müller-söhne.example",
  "例え.テスト",
  "почта.рф",
  "παράδειγμα.δοκιμή",
  "مثال.إختبار",
  "उदाहरण.परीक्षा",
  "สวัสดี.example",
  "i❤.example",
  "😀😃😄.example",
  "ü".repeat(50),
  "àbcdefghijklmnopqrstuvwxyz0123456789ÿ.example",
])("writes %s as people do", (name) => {
  const ascii = asciiDomain(name);
  expect(ascii).toMatch(/xn--/);
  expect(unicodeDomain(ascii)).toBe(name);
  expect(domainLine(ascii)).toBe(`${name} (${ascii})`);
});

it.each([
  "mail.example.com",
  "xn--",
  "xn--.example",
  "xn--a.example",
  "xn--99999999999.example",
  "xn--zzzzzzzzzzzzzzzzzzzz.example",
  "xn--b_cher.example",
  // Decodes to ASCII alone, and to a sign in upper case.
  "xn--mail-.example",
  "xn--bcher-3pa.example",
])("leaves %s as it is", (name) => {
  expect(unicodeDomain(name)).toBe(name);
  expect(domainLine(name)).toBe(name);
});
