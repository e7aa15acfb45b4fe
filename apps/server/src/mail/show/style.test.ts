import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { safeStyle } from "./style.ts";

const safe = (css: string) => safeStyle(css, (url) => (url.startsWith("https://a.example/") ? `/p?${url}` : undefined));

it.each([
  "color:#333;font:14px/1.5 Georgia, serif",
  "td > a:hover::after { content: 'a; } b' !important }",
  "@media only screen and (max-width: 480px) { .a { width: 100% !important } }",
  "@media (width <= 600px) { .a { position: relative } }",
  "@supports (display: grid) { .a { display: grid } } @keyframes x { from { opacity: 0 } }",
  ":root { --font: 'Helvetica Neue', Arial; --label: \"Price: 5\"; --time: '12:30' } a { font-family: var(--font) }",
  '[style*="position:fixed"] { color: red } /* url(x) { */ .b { top: 0 }',
  ".a { mso-table-lspace: 0; filter: progid:DXImageTransform.Microsoft.gradient(startColorstr='#1') }",
])("keeps %s as it was written", (css) => expect(safe(css)).toBe(css));

it.each([
  ["a{background:url(https://a.example/x.png) no-repeat}", 'a{background:url("/p?https://a.example/x.png") no-repeat}'],
  ["background: URL('https://a.example/x')", 'background: url("/p?https://a.example/x")'],
  ["background:u\\72l(//evil/x)", "background://evil/x"],
  ["background:url(\\68ttps://a.example/x)", 'background:url("/p?https://a.example/x")'],
  ['background:url("https://a.example/\\"),url(//evil")', 'background:url("/p?https://a.example/%22),url(//evil")'],
  [
    "background:image-set('https://a.example/x' 1x, \"//evil\" 2x)",
    'background:image-set(url("/p?https://a.example/x") 1x, none 2x)',
  ],
  ["background:-webkit-image-set(url(//evil) 1x)", "background:-webkit-image-set(none 1x)"],
  [
    "background:image-set(var(--none, '//evil') 1x type('image/png'))",
    "background:image-set(var(--none, none) 1x type('image/png'))",
  ],
  [
    ":root{--x:'//evil';--y:'https:evil'}p{background:image-set(var(--x) 1x)}",
    ":root{--x:none;--y:none}p{background:image-set(var(--x) 1x)}",
  ],
  [":root{--x:'https://a.example/x'}", ':root{--x:url("/p?https://a.example/x")}'],
  [":root{--x:if(style(--a:b):'//evil';else:'//evil')}", ":root{--x:if(style(--a:b):none;else:none)}"],
  ["--x:url('a.png') image-set('b.png' 1x)", "--x:none image-set(none 1x)"],
  ["position:if(media(all):fixed;else:static);color:red", "position:if(media(all):static;else:static);color:red"],
  ["position:attr(title type(*))", "position:none(title type(*))"],
  ["--p:fixed;position:var(--p)", "--p:static;position:none(--p)"],
  ["--p:attr(title type(*));position:var(--p)", "--p:attr(title type(*));position:none(--p)"],
  [
    "--a:attr(title);--b:var(--a);POSITION:V\\61r(--b,fixed)!important",
    "--a:attr(title);--b:var(--a);POSITION:none(--b,static)!important",
  ],
  ["position:var(--none,var(--p,sticky))", "position:none(--none,none(--p,static))"],
  ["position:env(none, fixed)", "position:none(none, static)"],
  ["position:if(style(--a:b):var(--p);else:attr(title))", "position:if(style(--a:b):none(--p);else:none(title))"],
  ["position:--f(url(x));color:var(--c)", "position:none(none);color:var(--c)"],
  [
    ".a{position:inherit(--p);top:var(--t)}.b{position:-webkit-sticky}",
    ".a{position:none(--p);top:var(--t)}.b{position:static}",
  ],
  ["list-style:url(javascript:x)", "list-style:none"],
  ["background:url(https://evil.example/x), red", "background:none, red"],
  ["filter:url(#x);mask:url(evil.svg#m)", "filter:none;mask:none"],
  ["background:url(", "background:none"],
  ["@import url(//evil/x.css);a{color:red}", "a{color:red}"],
  ["@import '//evil/x.css' screen;a{color:red}", "a{color:red}"],
  ["@\\69mport '//evil/x.css';a{}", "a{}"],
  ["@font-face{font-family:x;src:url(//evil/f)}a{}", "a{}"],
  ["@namespace url(//evil);@charset 'x';@page{margin:0}a{}", "a{}"],
  ["@media print{@import '//evil'}a{}", "@media print{}a{}"],
  ["@import '//evil'", ""],
  ["position:fixed;top:0", "position:static;top:0"],
  ["POSITION : /**/ Sticky!important", "POSITION : /**/ static!important"],
  ["posi\\74ion:fi\\78 ed", "posi\\74ion:static"],
  [
    "@media (prefers-color-scheme: dark) and (max-width:9px){a{color:#fff}}",
    "@media (min-width: 99999px) and (max-width:9px){a{color:#fff}}",
  ],
  ["@media not screen and (PREFERS-color-scheme:\\64 ark){a{}}", "@media not screen and (min-width:99999px){a{}}"],
  ["@media (prefers-color-scheme:light){a{}}", "@media (min-width:0){a{}}"],
  [":root{color-scheme:light dark}.dark{color:red}", ":root{color-scheme:light light}.dark{color:red}"],
  ["color-scheme:dark", "color-scheme:light"],
  ["<!-- a{top:url(x)} -->", " a{top:none} "],
  [
    "a{content:'</style><script>'}/*</style><!--*/@media{}",
    "a{content:'\\3c /style><script>'}/*\\3c /style>\\3c !--*/@media{}",
  ],
  ["a{b:url(https://a.example/x\n<b>)}", "a{b:}"],
])("rewrites %j to %j (threats 23, 24)", (css, expected) => expect(safe(css)).toBe(expected));

it.each(["{", "(", "url(", "@media{", "@import ", "\\", "'", "/*", "u(", "a{b:url(x)}", "\\75 rl("])(
  "handles half a megabyte of %s quickly (threat 16)",
  (part) => {
    const begin = cpuTime();
    const css = safe(`@x ${part.repeat(500_000 / part.length)}`) + safe(part.repeat(500_000 / part.length));
    expect(css.length).toBeLessThan(2_000_000);
    expect(usualTimeSince(begin)).toBeLessThan(2500);
  },
);
