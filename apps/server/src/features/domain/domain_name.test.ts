import { domainTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { domainName } from "./domain_name.ts";

it.each([
  ["Example.COM", "example.com"],
  ["example.com.", "example.com"],
  ["example。com", "example.com"],
  ["ＥＸＡＭＰＬＥ.com", "example.com"],
  ["Bücher.de", "xn--bcher-kva.de"],
  ["faß.de", "xn--fa-hia.de"],
  // Looks like apple.com but begins with a Cyrillic letter, which the ASCII form shows.
  ["аpple.com", "xn--pple-43d.com"],
  ["mail.co.uk", "mail.co.uk"],
  ["a.b.example.com", "a.b.example.com"],
  ["foo.github.io", "foo.github.io"],
  ["1.2.3.4.com", "1.2.3.4.com"],
  ["company.example", "company.example"],
])("normalises %s to %s", (typed, name) => expect(domainName(typed)).toBe(name));

it.each([
  ...["com", "localhost", "example", "中国"].map((typed) => [typed, domainTexts.bare]),
  ...["co.uk", "github.io", "公司.cn", "blogspot.com"].map((typed) => [typed, /^Names are registered under /]),
  ...["127.0.0.1", "127.1", "0x7f.1", "2130706433", "::1", "[::1]"].map((typed) => [typed, domainTexts.address]),
  ...[
    "a..com",
    ".com",
    "-a.com",
    "a-.com",
    "a_b.com",
    "a b.com",
    "a\u200db.com",
    "a\u0000.com",
    "*.com",
    "☃☃☃..net",
  ].map((typed) => [typed, domainTexts.invalid]),
  ...["https://example.com", "example.com/path", "user@example.com", "ex%61mple.com", "example.com:80", "a?b.com"].map(
    (typed) => [typed, domainTexts.invalid],
  ),
  [`${"a".repeat(64)}.com`, domainTexts.invalid],
  [`${"a.".repeat(122)}com`, domainTexts.tooLong],
  [`${"ü.".repeat(40)}com`, domainTexts.tooLong],
] as [string, string | RegExp][])("refuses %s", (typed, text) => expect(() => domainName(typed)).toThrow(text));
