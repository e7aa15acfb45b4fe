import { expect, it } from "vitest";
import { textOf } from "./html_to_text.ts";

const partsOf = (html: string) =>
  (["shown", "hidden"] as const).map((only) => textOf(html, 10_000, { only }).replace(/\s+/g, " "));

it.each([
  ["no display", `<p style="display:none">x</p>`],
  ["no display, in capitals, with an escape and a comment", `<p style="DISP\\6c AY: /**/ None ! important">x</p>`],
  ["an element within such", `<div style="display: none"><p style="display:block">x</p></div>`],
  ["the attribute", "<p hidden>x</p>"],
  ["no visibility", `<p style="visibility:hidden">x</p>`],
  ["no size", `<span style="font-size:0">x</span>`],
  ["a size that nobody can read", `<span style="font-size: 1px">x</span>`],
  ["a size in parts", `<span style="font-size: .05em">x</span>`],
  ["a size in the short form", `<span style="font: 0/0 a">x</span>`],
  ["a size that is inherited", `<div style="font-size:0px"><b>x</b></div>`],
  ["no opacity", `<p style="opacity:0">x</p>`],
  ["a box of no height", `<div style="max-height:0;overflow:hidden">x</div>`],
  ["a box for screen readers", `<div style="position:absolute;width:1px;height:1px;overflow:hidden">x</div>`],
  ["a place far outside", `<div style="position:absolute;left:-9999px">x</div>`],
  ["letters far outside", `<div style="text-indent:-9999px">x</div>`],
  ["a scale of nothing", `<p style="transform: scale(0)">x</p>`],
  ["no color", `<p style="color:transparent">x</p>`],
  ["a color of no opacity", `<p style="color:rgba(0,0,0,0)">x</p>`],
  ["white on white", `<p style="color:#fff">x</p>`],
  ["nearly white on white", `<font color="#fefefe">x</font>`],
  ["its background's color", `<td bgcolor="#336699"><p style="color: rgb(51, 102, 153)">x</p></td>`],
  ["a class", `<style>.pre { display:none }</style><p class="a pre">x</p>`],
  ["an id, after a comment", `<style><!-- /* first */ #pre{font-size:0} --></style><p id="pre">x</p>`],
  ["an element's name", "<style>u, s { visibility: hidden }</style><u>x</u>"],
  ["an element of a class, on every screen", `<style>@media screen { p.a { display: none } }</style><p class=a>x</p>`],
  ["a style sheet that comes later", `<p class="a">x</p><style>.a{display:none}</style>`],
  ["a rule that outdoes the attribute", `<style>p{display:none!important}</style><p style="display:block">x</p>`],
])("tells what is hidden by %s", (_what, html) => {
  expect(partsOf(`<b>a</b>${html}<i>b</i>`).map((text) => text.replaceAll(" ", ""))).toEqual(["ab", "x"]);
});

it.each([
  ["plain elements", "<p>x</p>"],
  ["small print", `<p style="font-size:9px;color:#999;line-height:0">x</p>`],
  ["a size of its own within none", `<td style="font-size:0"><span style="font-size:14px">x</span></td>`],
  ["visibility of its own", `<div style="visibility:hidden"><p style="visibility:visible">x</p></div>`],
  ["white on a color", `<table bgcolor="#123456"><td><a style="color:#ffffff">x</a></td></table>`],
  ["white on a color of the style", `<td style="background: #123456 repeat-x"><a style="color:white">x</a></td>`],
  ["white on a picture", `<td background="https://a.example/b.png"><p style="color:white">x</p></td>`],
  ["white on a gradient", `<p style="background-image:linear-gradient(red,blue);color:#fff">x</p>`],
  ["white on a page of its own color", `<style>body{background:#000}</style><body><p style="color:#fff">x</p>`],
  ["white where rules color the ground", `<style>.a .b{background:#000}</style><p class=b style="color:#fff">x</p>`],
  ["what small screens hide", `<style>@media (max-width:600px){.a{display:none}}</style><p class="a">x</p>`],
  ["what print hides", `<style>@media print{p{display:none}} p{margin:0}</style><p>x</p>`],
  ["an attribute that outdoes a rule", `<style>p{display:none}</style><p style="display:block">x</p>`],
  ["a box with room", `<div style="overflow:hidden;height:40px;width:100%">x</div>`],
  ["a bold font", `<p style="font: 700 12px/1 Arial">x</p>`],
  ["a rule after a broken one", "<style>@import 'a'; .b{ ;:; } </style><p class=c>x</p>"],
])("takes for shown: %s", (_what, html) => {
  expect(partsOf(`<b>a</b>${html}<i>b</i>`).map((text) => text.replaceAll(" ", ""))).toEqual(["axb", ""]);
});
