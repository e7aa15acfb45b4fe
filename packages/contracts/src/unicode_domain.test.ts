import { expect, it } from "vitest";
import { asciiDomain } from "./address.ts";
import { domainLine, unicodeAddress, unicodeDomain } from "./unicode_domain.ts";

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
  "col·lecció.example",
  "toyota日本カタ.example",
  "한국-korea.example",
  "россия.example",
  "москва.example",
  "сор.рф",
  "ελλάδα.example",
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

it.each([
  ["two scripts in a label", "\u0430pple.com"],
  ["Latin and Greek", "g\u03bf\u03bfgle.example"],
  ["Cyrillic that reads as Latin", "\u0430\u0441\u0435.example"],
  ["the same, far from the end", "\u0441\u0440\u0430.b\u00fccher.example"],
  ["Greek that reads as Latin", "\u03bf\u03ba.example"],
  ["letters that nobody writes today", "\u13aa\u13b3.example"],
  ["a sign that looks like a letter", "a\u2044b.example"],
])("leaves a name with %s in ASCII", (_what, name) => {
  const ascii = asciiDomain(name) || name;
  expect(unicodeDomain(ascii)).toBe(ascii);
});

it("writes the domain of an address", () => {
  expect(unicodeAddress("ann@xn--mnchen-3ya.example")).toBe("ann@m\u00fcnchen.example");
  for (const same of ["ann@mayfly.test", "ann@xn--pple-43d.com", ""]) expect(unicodeAddress(same)).toBe(same);
});
