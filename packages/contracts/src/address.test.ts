import { expect, it } from "vitest";
import { asciiDomain, emailAddress } from "./address.ts";
import { texts } from "./texts.ts";

it.each([
  ["Ada@Example.COM", "ada@example.com"],
  [" ada@example.com\n", "ada@example.com"],
  // The same domain, as people write it and as DNS does.
  ["ivan@пример.рф", "ivan@xn--e1afmkfd.xn--p1ai"],
  ["Ivan@ПРИМЕР.РФ", "ivan@xn--e1afmkfd.xn--p1ai"],
  ["ivan@xn--e1afmkfd.xn--p1ai", "ivan@xn--e1afmkfd.xn--p1ai"],
  ["ivan@XN--E1AFMKFD.XN--P1AI", "ivan@xn--e1afmkfd.xn--p1ai"],
  ["ada@bu\u0308cher.example", "ada@xn--bcher-kva.example"],
  ["ada@ｅｘａｍｐｌｅ。com", "ada@example.com"],
  ["a!b@iana.org", "a!b@iana.org"],
  ["user/dept@iana.org", "user/dept@iana.org"],
  ["!#$%&'*+/=?^_`{|}~-@iana.org", "!#$%&'*+/=?^_`{|}~-@iana.org"],
  ["a.b.c@iana.org", "a.b.c@iana.org"],
  [`${"a".repeat(64)}@iana.org`, `${"a".repeat(64)}@iana.org`],
  [`x@${"a".repeat(63)}.org`, `x@${"a".repeat(63)}.org`],
])("reads %j as %s", (typed, address) => expect(emailAddress.parse(typed)).toBe(address));

it.each([
  ...["ada", "@iana.org", "ada@", "a@b@iana.org", "a..b@iana.org", ".a@iana.org", "a.@iana.org", "a b@iana.org"],
  ...['"a b"@iana.org', "ä@iana.org", "a,b@iana.org", "<a@iana.org>", "a@iana.org,b@iana.org", "a\u0000@iana.org"],
  ...[
    "x@iana-.com",
    "x@-iana.com",
    "x@iana..com",
    "x@iana.com.",
    "x@localhost",
    "x@a_b.com",
    "x@iana.c",
    "x@ia na.org",
  ],
  ...["x@127.0.0.1", "x@[127.0.0.1]", "x@0x7f.1", "x@2130706433", "x@iana.123", "x@iana.org:25", "x@iana.org/a"],
  ...["x@ia%6ea.org", "x@iana.org#a", "x@ia\tna.org", "x@\u00ad.org"],
  `x@${"a".repeat(64)}.org`,
  // In ASCII, the label has more than 63 octets.
  `x@${"ü".repeat(60)}.org`,
  `${"a".repeat(65)}@iana.org`,
  `x@${"a.".repeat(125)}org`,
  // Each short enough as it is typed.
  `x@${"ü.".repeat(40)}example`,
])("refuses %j", (typed) => {
  expect(emailAddress.safeParse(typed).error?.issues[0]?.message).toBe(texts.emailInvalid);
});

it("asks for an address if there is none", () => {
  expect(emailAddress.safeParse(" ").error?.issues[0]?.message).toBe(texts.emailRequired);
});

it.each([
  "",
  "a.example/b",
  "a.example:80",
  "b@a.example",
  "a.example?",
  "[::1]",
  "a\\b",
  "a%2eb",
  "a.example\0",
  "\u0001a.example",
])("takes %j for no domain", (text) => expect(asciiDomain(text)).toBe(""));
