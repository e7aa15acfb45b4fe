import { describe, expect, it } from "vitest";
import { libmime } from "./mended_libmime.ts";
import { separated } from "./parameters.ts";

/** libmime as mailparser and mailsplit use it: an instance of their own. */
const own = new libmime.Libmime();
const word = (charset: string, bytes: string) => `=?${charset}?B?${Buffer.from(bytes, "latin1").toString("base64")}?=`;

describe("libmime, mended", () => {
  it.each([
    ["big5_tw", "\xb3\\\xa4\xa4\xa5\\", "許中功"],
    ["X-Mac-Cyrillic", "\x8f\xf0", "Пр"],
    ["dos-866", "\x8f\xe0", "Пр"],
    ["x-cp1251", "\xcf\xf0", "Пр"],
    ["iso-2022-kr", "\x1b$)C\x0e>H3g\x0f.\n\x0e>H\nA", "안녕.\n안\nA"],
    ["hz", "~{DcC:~}~~~\nB~{Dc\nA", "你煤~B你\nA"],
  ])("decodes %s", (charset, bytes, text) => {
    expect(own.decodeWords(word(charset, bytes))).toBe(text);
  });

  it.each([
    ["no-such", "Gr\xfc\xdfe", "Grüße"],
    ["no-such", "Gr\xc3\xbc\xc3\x9fe", "Grüße"],
    ["us-ascii", "Gr\xc3\xbc\xc3\x9fe", "Grüße"],
    ["utf-8", "\xff", "\ufffd"],
  ])(
    "decodes a charset that nobody knows, or that says nothing, as if there were none: %s %j",
    (charset, bytes, text) => {
      expect(own.decodeWords(word(charset, bytes))).toBe(text);
    },
  );

  it.each([
    ["=?iso_8859-1:1987?Q?=FC?=", "ü"],
    ["=?ANSI_X3.4-1968*en?q?a_b?=", "a b"],
    ["=?no.such:name?Q?=FC?=", "ü"],
    ["=?utf-8*de?Q?=C3=BC?= =?UTF-8?Q?=C3=BC?=", "üü"],
    ["a =? b ?= c", "a =? b ?= c"],
  ])("decodes words whatever the name of their charset looks like: %s", (words, text) => {
    expect(own.decodeWords(words)).toBe(text);
    expect(libmime.decodeWords(words)).toBe(text);
  });

  it.each([
    ["a/b boundary=c", "a/b", { boundary: "c" }],
    ["a/b; x=y boundary=c", "a/b", { x: "y", boundary: "c" }],
    ['a/b; x="y boundary=c"', "a/b", { x: "y boundary=c" }],
    ["a/b, charset=c,name=d e", "a/b", { charset: "c", name: "d e" }],
    ["a/b; boundary=c; Boundary=d", "a/b", { boundary: "c" }],
    ["a/b; c=(d)e (f)", "a/b", { c: "e" }],
    ["a/b (x); name=a (1).txt; boundary=c", "a/b", { name: "a (1).txt", boundary: "c" }],
    ["a/b; name*0*=utf-8''%41%20; name*1=%41; name*2*=%41", "a/b", { name: "A %41A" }],
    ["a/b; name*0=%41; name*1=%42", "a/b", { name: "%41%42" }],
  ])("reads parameters as they were meant: %s", (header, value, params) => {
    const read = own.parseHeaderValue(header);
    expect([read.value.trim(), read.params]).toEqual([value, params]);
    // As often as it is mended.
    const again = own.parseHeaderValue(separated(header));
    expect([again.value.trim(), again.params]).toEqual([value, params]);
  });
});
