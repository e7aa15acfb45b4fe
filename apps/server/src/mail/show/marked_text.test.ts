import { expect, it } from "vitest";
import { withoutMarks } from "../find/text_marks.ts";
import { textOf } from "./html_to_text.ts";

/** The marked text with names in place of its control characters. */
const marked = (html: string) =>
  textOf(html, 1000, { marked: true })
    .replaceAll("\x0e", "<large>")
    .replaceAll("\x13", "<bold>")
    .replaceAll("\x10", "<struck>")
    .replaceAll("\x11", "<hidden>")
    .replaceAll("\x12", "<quoted>")
    .replaceAll("\x0f", "<end>")
    .replaceAll("\x1f", "<cell>");

it.each([
  ['<p style="font-size:32px">1', "<large>1<end>"],
  ['<p style="font-size:14px">1', "1"],
  ['<p style="font-size:.5em">1', "1"],
  ['<p style="font-size: x-large">1', "<large>1<end>"],
  ['<p style="letter-spacing:6px">1', "<large>1<end>"],
  ['<p style="letter-spacing:-1px">1', "1"],
  ['<p style="font-family:Courier New,monospace">1', "<large>1<end>"],
  ['<div style="font-size:30px">1<p style="font-size:12px">2', "<large>1<end>\n2"],
  ["<h1>1</h1>2", "<large>1<end>\n2"],
  ["<b>1</b>2", "<bold>1<end>2"],
  ["<del>1</del> 2", "<struck>1<end> 2"],
  ['<span style="text-decoration:line-through">1</span>', "<struck>1<end>"],
  ['<div style="display:none">1</div>2', "<hidden>1<end>\n2"],
  ['<div style="opacity:0.7">1</div>', "1"],
  ["<div hidden>1</div>2", "<hidden>1<end>\n2"],
  [
    "<style>.a{display:none} p.b , .c{font-size:30px}</style><p class='a'>1<p class='x b'>2<p class=c>3",
    "<hidden>1<end>\n\n<large>2<end>\n\n<large>3<end>",
  ],
  ["<style>@media print{.a{display:none}}</style><p class=a>1", "1"],
  ["<style>/* .a{display:none} */</style><p class=a>1", "1"],
  ["<blockquote>1</blockquote>2", "<quoted>1<end>\n2"],
  ["<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1<cell>2\n\n3"],
  ['<input value="1">', "1"],
  ['<input type="hidden" value="1">2', "2"],
  ['<template><input value="1"></template>2', "2"],
  ['<img alt="482913">', "482913"],
  ["<pre>1\n  2</pre>", "1\n  2"],
])("marks %s", (html, text) => {
  expect(marked(html)).toBe(text);
});

it("has the text without marks", () => {
  const html = "<table><tr><td><b>48</b>29</td><td><h1>13</h1></td></tr></table>";
  expect(withoutMarks(textOf(html, 1000, { marked: true }))).toBe(textOf(html, 1000));
});
