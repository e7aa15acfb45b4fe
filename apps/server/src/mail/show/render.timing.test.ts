import { describe, expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { readText } from "../read_parts.ts";
import { imageLinks } from "./image_link.ts";
import { render as renderWhole } from "./render.ts";

const imageLink = imageLinks("key", "source");
const render = async (raw: Buffer) => (await renderWhole(raw, imageLink)).content;

const html = (body: string) => render(Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${body}`));

describe("render", () => {
  it.each([
    ["scripts (I61)", "<script>alert(1)</script>"],
    ["frames (I62)", '<iframe src="https://evil.example"></iframe><frameset><frame src="x"></frameset>'],
    ["objects (I63)", '<object data="x.swf"></object><applet code="x"></applet>'],
    ["embeds (I64)", '<embed src="x.swf">'],
    ["forms (I65)", '<form action="https://evil.example"><input name="x"><button></button></form>'],
    [
      "meta and base",
      '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">',
    ],
    ["stylesheets from elsewhere", '<link rel="stylesheet" href="https://evil.example/x.css">'],
    ["vector images", '<svg onload="alert(1)"><script>alert(1)</script></svg><math><mi></mi></math>'],
    ["media", '<video src="https://evil.example/x" poster="https://evil.example/p"></video><audio src="x"></audio>'],
    ["pictures of many sources", '<picture><source srcset="https://evil.example/x"></picture>'],
    ["what is no longer HTML", "<template><b>x</b></template><noscript><b>x</b></noscript><title>x</title><isindex>"],
    ["what runs in another parser", '<svg><p><style><!--</style><img title="--><img src=x onerror=alert(1)>">'],
    ["images without a source", '<img><img alt=" ">'],
  ])("removes %s", async (_what, body) => {
    expect(await html(body)).toBe("");
  });

  it("removes event attributes and links that could run scripts (I66)", async () => {
    expect(
      await html(
        '<p onclick="x()" onmouseover=x>a</p><a href="javascript:x()">b</a><a href=" JaVaScRiPt:x()">c</a><a href="data:text/html,x">d</a><a href="vbscript:x">e</a>',
      ),
    ).not.toMatch(/on\w+=|script:|data:|href/i);
  });

  it.each([
    "/api/method/logout",
    "page",
    "\\\\evil.example",
    "https:evil",
    "file:///etc/passwd",
    "blob:https://evil.example/x",
    "java&#10;script:alert(1)",
    "&#1;javascript:alert(1)",
    "data:text/html;base64,PHA+",
  ])("removes the address of a link to %s (threat 24)", async (href) => {
    expect(await html(`<a href="${href}">x</a>`)).toBe('<a target="_blank" rel="noopener noreferrer">x</a>');
    expect(await html(`<map><area href="${href}"></map>x`)).not.toContain("href");
  });

  it.each([
    '<a href="https://a.example/" ping="https://evil.example" download onfocus="x()" autofocus>x</a>',
    '<p style="color:red" onclick="x()" contenteditable tabindex="0" is="x">x</p>',
    '<img src="https://a.example/x" onerror="x()" onload="x()" longdesc="x" lowsrc="https://evil.example">',
    '<table background="x" dynsrc="https://evil.example"><tr><td background="javascript:x">x</td></tr></table>',
    "<p/onclick=x()>x</p><b\tonmouseover\t=\tx()>x</b>",
  ])("removes unknown attributes: %s (I66, threat 23)", async (body) => {
    expect(await html(body)).not.toMatch(
      /\son\w+|evil|ping|download|autofocus|contenteditable| background=|url\(|lowsrc| is=/,
    );
  });

  it("creates no elements from markup inside elements that hold text", async () => {
    for (const tag of ["xmp", "noembed", "noframes", "plaintext"]) {
      expect(await html(`<${tag}><img src=x onerror=alert(1)></${tag}>`)).not.toContain("<img");
    }
    expect(await html("<style><!--</style><img src=x onerror=alert(1)>-->")).not.toContain("onerror");
    expect(await html("<scr<script>ipt>alert(1)</script>")).not.toMatch(/<script/i);
  });

  it("opens links in a new tab without an opener (I68)", async () => {
    expect(await html('<a href="https://a.example/x?y=1&amp;z=2" target="_top" rel="opener">a</a>')).toBe(
      '<a href="https://a.example/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer">a</a>',
    );
  });

  it("resolves links and images that are relative to a base, or name only a host", async () => {
    const link = async (head: string, href: string) =>
      /href="([^"]*)"/.exec(await html(`${head}<a href="${href}">a</a>`))?.[1];
    const base = '<base target=_top><base href="https://a.example/b/c.html"><base href="https://other.example/">';
    expect(await link(base, "d?e=1&amp;f=2")).toBe("https://a.example/b/d?e=1&amp;f=2");
    expect(await link(base, "/d")).toBe("https://a.example/d");
    expect(await link(base, "www.d.example/e")).toBe("https://www.d.example/e");
    expect(await link("", "//d.example/e")).toBe("https://d.example/e");
    expect(await link("", "WWW.d.example")).toBe("https://WWW.d.example");
    for (const none of ["d", "/d", "wwwd", "www.", "javascript:x", "file:///d"])
      expect(await link("", none), none).toBeUndefined();
    for (const wrong of ["javascript:x/", "/b/", "data:text/html,x", "file:///b/"]) {
      expect(await link(`<base href="${wrong}">`, "d"), wrong).toBeUndefined();
    }
    const shown = await html(
      `${base}<img src="i.png"><p style="background:url(j.png)">p</p><img src="www.k.example/l.png">`,
    );
    for (const url of ["https://a.example/b/i.png", "https://a.example/b/j.png", "https://www.k.example/l.png"]) {
      expect(shown).toContain(`?url=${encodeURIComponent(url)}&`);
    }
  });

  it("leads to places within the mail in its frame, and to other apps through our question", async () => {
    expect(await html('<a href=" #end" target="_top">a</a>')).toBe('<a href="about:srcdoc#end" target="_self">a</a>');
    expect(await html('<a href="MyApp://Go?a=1&amp;b=2" data-opens="https://x.example/">a</a>')).toBe(
      '<a href="/open#myapp%3A%2F%2FGo%3Fa%3D1%26b%3D2" data-opens="myapp://Go?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a</a>',
    );
    const gone = '<a target="_blank" rel="noopener noreferrer">a</a>';
    for (const href of ["javascript://x%0aalert(1)", "about:srcdoc#x", "/open#myapp%3A%2F%2Fx"]) {
      expect(await html(`<a href="${href}" data-opens="tel:1">a</a>`), href).toBe(gone);
    }
  });

  it("writes the address behind a link that opens nothing here", async () => {
    const a = '<a target="_blank" rel="noopener noreferrer">';
    for (const href of ["ftp://files.example/a%20b", "intent://x#Intent;end", "bitcoin:1abc?a=1&amp;b=%3c"]) {
      expect(await html(`<a href=" ${href} " data-opens="tel:1" data-address="x">a</a>b`)).toBe(
        `${a}a</a> &lt;${href}&gt;b`,
      );
      expect(await html(`<map><area href="${href}"></map>x`)).not.toContain(href);
    }
    expect(await html('<a href="ftp://x/"><a href="https://y/">y</a></a>')).toMatch(
      /^<a [^>]*><\/a> &lt;ftp:\/\/x\/&gt;<a href="https:\/\/y\/"/,
    );
    for (const untold of [
      "java\tscript:x",
      "\u0001vbscript:x",
      "data:text/html,x",
      "file:///d",
      `ftp://${"x".repeat(600)}`,
    ]) {
      expect(await html(`<a href="${untold}" data-address="ftp://x/">a</a>`)).toBe(`${a}a</a>`);
    }
    const styled = `<style>p{content:'<a data-address="<img src=x onerror=x()>">'}</style><a href="ftp://x/">a</a>`;
    // What stands in a style sheet is text there; nothing of it gets out.
    expect((await html(styled)).replace(/<style>[\s\S]*?<\/style>/, "")).toBe(`${a}a</a> &lt;ftp://x/&gt;`);
  });

  it("loads external images only through the proxy (I67, threat 23)", async () => {
    const link = imageLink("https://a.example/i.png?x=1&y=2");
    expect(link).toMatch(
      /^\/api\/method\/disposable_email\.img\?url=https%3A%2F%2Fa\.example%2Fi\.png%3Fx%3D1%26y%3D2&/,
    );
    const proxied = `<img src="${link?.replaceAll("&", "&amp;")}" />`;
    expect(await html('<img src="https://a.example/i.png?x=1&amp;y=2" srcset="https://a.example/2x.png 2x">')).toBe(
      proxied,
    );
    expect(await html('<img src="//a.example/i.png?x=1&amp;y=2">')).toBe(proxied);
    for (const source of ["/api/method/logout", "../x", "file:///etc/passwd", "data:image/svg+xml,<svg/>"]) {
      expect(await html(`<img src="${source}">`), source).toBe("");
    }
  });

  it("keeps data images, and shows embedded images (P99)", async () => {
    expect(await html('<img src="data:image/png;base64,AAAA">')).toContain("data:image/png;base64,AAAA");
    const raw = [
      "Content-Type: multipart/related; boundary=b",
      "",
      "--b",
      "Content-Type: text/html",
      "",
      '<img src="cid:logo@a"><img src="cid:page"><img src="cid:none">',
      "--b",
      "Content-Type: image/png",
      "Content-ID: <logo@a>",
      "Content-Transfer-Encoding: base64",
      "",
      "iVBORw0KGgo=",
      "--b",
      "Content-Type: image/svg+xml",
      "Content-ID: <page>",
      "",
      "<svg onload='x()'/>",
      "--b--",
    ].join("\r\n");
    expect(await render(Buffer.from(raw))).toBe(
      '<img src="data:image/png;base64,iVBORw0KGgo=" /><span></span><span></span>',
    );
  });

  it("keeps the markup and styles of ordinary mail", async () => {
    const body =
      '<style>@media (max-width: 600px) { .a { width: 100% } }</style><table width="600" cellpadding="0" bgcolor="#ffffff"><tr><td align="center" style="color:#333;font-size:14px" class="a"><font face="Arial">x</font></td></tr></table>' +
      '<ul type="square"><li>a</li></ul><ol><li value="7">b</li></ol><map name="m"><area href="https://a.example/" shape="rect" coords="0,0,9,9"></map>';
    const clean = await html(body);
    for (const part of [
      "@media (max-width: 600px)",
      'width="600"',
      'bgcolor="#ffffff"',
      'style="color:#333;font-size:14px"',
      'class="a"',
      "<font",
      '<ul type="square">',
      '<li value="7">',
      '<map name="m">',
    ]) {
      expect(clean).toContain(part);
    }
  });

  it("disables dark mode in all styles", async () => {
    const clean = await html(
      '<style media="(prefers-color-scheme: dark)">p{color:#fff}</style><style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p style="color-scheme:dark">x</p>',
    );
    expect(clean).toContain('<style media="(min-width: 99999px)">');
    expect(clean).toContain("@media (min-width:99999px)");
    expect(clean).not.toContain("dark");
  });

  it("shows plain text with its lines and links, and escapes its markup (threat 25)", async () => {
    const text = await render(
      Buffer.from("\r\n<b>bold</b> & 'x'\r\nsee https://a.example/x?y=1&z=2. And (http://b.example)\r\njavascript:x"),
    );
    expect(text).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &#39;x&#39;\nsee <a href="https://a.example/x?y=1&amp;z=2"');
    expect(text).toContain(
      '<a href="http://b.example" target="_blank" rel="noopener noreferrer">http://b.example</a>)',
    );
    expect(text.match(/<a /g)).toHaveLength(2);
  });

  it.each([
    ["请点击链接：https://a.example/?t=abcd。如果不是您", "https://a.example/?t=abcd"],
    ["（https://a.example/x）をクリック", "https://a.example/x"],
    ["\u201chttps://a.example/e\u201d", "https://a.example/e"],
    ["see https://a.example/wiki/A_(b), please", "https://a.example/wiki/A_(b)"],
    ["(see https://a.example/wiki/A_(b)).", "https://a.example/wiki/A_(b)"],
    ["[https://a.example/!?]", "https://a.example/"],
    ["see https://a.example/l'avis?q='x'.", "https://a.example/l'avis?q='x"],
    ["{'url': 'https://a.example/x','no': 1}", "https://a.example/x"],
    ["href='https://a.example/x'", "https://a.example/x"],
    ["it's (https://a.example/o'neill')", "https://a.example/o'neill"],
    ["HTTPS://A.EXAMPLE/X, or", "HTTPS://A.EXAMPLE/X"],
    [`see https://a.example/${"x".repeat(7000)}.`, `https://a.example/${"x".repeat(7000)}`],
  ])("ends the link in %s where a reader does", async (text, url) => {
    const clean = await render(Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`));
    const shown = url.replaceAll("'", "&#39;");
    expect(clean).toContain(`<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>`);
    expect(clean.replace(/<[^>]*>/g, "").replaceAll("&#39;", "'")).toBe(text);
  });

  it("links no part of an address that is too long", async () => {
    const text = `Open https://a.example/${"x".repeat(8000)} or https://b.example`;
    expect((await render(Buffer.from(`\r\n${text}`))).match(/href="[^"]*"/g)).toEqual(['href="https://b.example"']);
  });

  it.each([
    "https://",
    "'https://a",
    `https://a${")".repeat(7900)} `,
    `https://a(${").".repeat(3900)} `,
    `https://a${"'".repeat(7900)} `,
    `https://${"a".repeat(9000)} `,
    "HTTPS://a ",
  ])("is done with a megabyte of text of %.20s in bounded time (threat 16)", async (link) => {
    const begin = cpuTime();
    await render(Buffer.from(`\r\n${link.repeat(950_000 / link.length)}`));
    expect(usualTimeSince(begin)).toBeLessThan(2000);
  });

  it("keeps the alternative text of an image that cannot be shown", async () => {
    expect(await html('<img src="logo.png" alt="Logo"><img src="cid:none" alt="Sign" width="9">')).toBe(
      '<img alt="Logo" /><img alt="Sign" width="9" />',
    );
  });

  it.each([
    'width="120" height="40" style="height:40px;width:auto"',
    'width="100" style="width:50%;height:40px"',
    'width="600" height="300" style="width:auto;height:30px;max-width:100%"',
    'width="100" style="min-width:300px;height:20px"',
    'width="600" style="width:100%;height:60px"',
    'width="32" height="32" style="height: 32px; WIDTH : 2em"',
    'width="600" height="300" style="width:calc(100% - 9px)"',
  ])("sets no aspect ratio for an image whose width is no plain length: %s", async (given) => {
    expect(await html(`<img alt="x" ${given}>`)).toContain(given.slice(given.indexOf("style")));
    expect(await html(`<img alt="x" ${given}>`)).not.toContain("aspect-ratio");
  });

  it.each([
    ['width="600" height="300" style="width:100%;max-width:600px"', "aspect-ratio:600/300;width:100%;max-width:600px"],
    ['width="600" height="300" style="width:600px !important"', "aspect-ratio:600/300;width:600px !important"],
    ['width="600" height="300" style="max-width:100%"', "aspect-ratio:600/300;max-width:100%"],
    ['width="120" style="height:40px"', "aspect-ratio:120/40;height:40px;height:auto"],
    ['style="width:6in;height:3in"', "aspect-ratio:6/3;width:6in;height:3in;height:auto"],
  ])("sets the aspect ratio of an image with a plain width: %s", async (given, style) => {
    expect(await html(`<img alt="x" ${given}>`)).toContain(`style="${style}"`);
  });

  it.each([
    ['<table width="600">', "window"],
    ['<table width=" 400px">', "window"],
    ['<table width="399">', "phone"],
    ['<div style="color:red;width: 280.5px">', "phone"],
    ['<table style="min-width:600px">', "window"],
    ['<table width="600" style="width:100%">', "window"],
    ['<table width="279">', undefined],
    ['<table width="100%">', undefined],
    ['<div style="max-width:600px">', undefined],
    ['<div style="width:60px">', undefined],
    ["<div>", undefined],
  ])("marks what is wider than a phone or a narrow window: %s", async (tag, mark) => {
    expect(/ data-wide="(\w+)"/.exec(await html(`${tag}x`))?.[1]).toBe(mark);
  });

  it("prefers HTML to text, and answers nothing for a message without either", async () => {
    const raw =
      "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--b--";
    expect(await render(Buffer.from(raw))).toBe("<p>html</p>");
    for (const empty of [
      "",
      "Subject: x\r\n\r\n",
      "Content-Type: text/html\r\n\r\n<div> &nbsp;<style>x{}</style></div>",
    ]) {
      expect(await render(Buffer.from(empty))).toBe("");
    }
  });

  it("shows an embedded image as often as there is room for it, and no more (threat 16)", async () => {
    const raw = [
      "Content-Type: multipart/related; boundary=b",
      ...["", "--b", "Content-Type: text/html", "", '<img src="cid:a">'.repeat(50_000), "--b"],
      ...["Content-Type: image/png", "Content-ID: <a>", "", `GIF89a${"x".repeat(1_500_000)}`, "--b--"],
    ].join("\r\n");
    const shown = await render(Buffer.from(raw));
    expect(shown.match(/<img /g)).toHaveLength(2);
    expect(shown.length).toBeLessThan(6_000_000);
  });

  it("names an embedded image that is too large to show, once", async () => {
    const photo = (id: string) => [
      "--b",
      `Content-Type: image/gif; name=${id}.gif`,
      `Content-ID: <${id}>`,
      "",
      `GIF89a${"x".repeat(2_500_000)}`,
    ];
    const body = `<img src="cid:one">${'<img src="cid:two" width="600">'.repeat(3)}`;
    const head = ["Content-Type: multipart/related; boundary=b", "", "--b", "Content-Type: text/html", "", body];
    const shown = await render(Buffer.from([...head, ...photo("one"), ...photo("two"), "--b--"].join("\r\n")));
    expect(shown.replace(/"data:[^"]*"/, '"one"')).toBe(
      '<img src="one" /><img width="600" alt="two.gif is too large to show here" /><span></span><span></span>',
    );
  });

  it("applies the background colour of each of several HTML parts only to that part", async () => {
    const part = (colour: string) => ["--b", "Content-Type: text/html", "", `<body bgcolor="${colour}">x</body>`];
    const head = ["Content-Type: multipart/mixed; boundary=b", ""];
    expect(await render(Buffer.from([...head, ...part("red"), ...part("#00f"), "--b--"].join("\r\n")))).toBe(
      '<div><div style="background-color:red">x</div></div>\n<div><div style="background-color:#00f">x</div></div>',
    );
  });

  it("removes terminal control sequences from a plain text", async () => {
    expect(await render(Buffer.from("\r\n\x1b[1;32mpassed\x1b[0m\x07\t12"))).toContain(">passed\t12<");
  });

  it("falls back to text for HTML that is or becomes too deep or too long, and says so (threats 15, 16)", async () => {
    for (const much of ["<div>".repeat(190_000), "<p>x</p>\r\n".repeat(150_000)]) {
      const raw = `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nshort\r\n--b\r\nContent-Type: text/html\r\n\r\n${much}\r\n--b--`;
      const shown = await renderWhole(Buffer.from(raw), imageLink);
      expect(shown.rendering).toBe("too_large");
      expect(shown.content).toContain(">short");
    }
    const alone = await renderWhole(
      Buffer.from(`Content-Type: text/html\r\n\r\n<p>One</p>${"<div>".repeat(190_000)}`),
      imageLink,
    );
    expect(alone.rendering).toBe("too_large");
    expect(alone.content).toContain(">One");
    const swelling = `<style>p{background:${"url(//a),".repeat(110_000)}none}</style><p>Two</p>`;
    const swollen = await renderWhole(Buffer.from(`Content-Type: text/html\r\n\r\n${swelling}`), imageLink);
    expect(swollen).toMatchObject({ rendering: "too_large", content: expect.stringContaining(">Two") });
    const table = "<table><tr><td>";
    expect(await html(`${table.repeat(200)}x`)).toContain("<td>x</td>");
  });

  it.each([
    "<div>",
    "<b><i>",
    "<a><img>",
    "<svg>",
    "<table><tr><td>",
    "</x>",
    "<p>",
    "<!--",
    "<a href=x>",
    "<a href=http://x.example/>a",
    "<img src=//a>",
  ])("is done with a megabyte of %s in bounded time (threat 16)", async (markup) => {
    const begin = cpuTime();
    await html(markup.repeat(950_000 / markup.length)).catch(() => undefined);
    expect(usualTimeSince(begin)).toBeLessThan(4000);
  });

  it.each(["<a href=http://x.example/>a", "<a href=http://x.example/>a</a>", "<b>a</b> <a href=http://x.example/><p>"])(
    "reads the text of a megabyte of %s in bounded time (threat 16)",
    async (markup) => {
      const raw = Buffer.from(`Content-Type: text/html\r\n\r\n${markup.repeat(950_000 / markup.length)}`);
      const begin = cpuTime();
      await readText(raw);
      expect(usualTimeSince(begin)).toBeLessThan(1500);
    },
  );
});
