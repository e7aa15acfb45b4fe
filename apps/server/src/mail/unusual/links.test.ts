import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { readMail } from "../mime/read_mail.ts";
import { readText } from "../read_parts.ts";
import { imageLinks } from "../show/image_link.ts";
import { hasLink, render } from "../show/render.ts";

const mail = (type: string, body: string) => Buffer.from(`Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`);
const linksOf = async (body: string, type = "text/html") => {
  const { links } = await render(mail(type, body), imageLinks("key", "source"));
  return links.map(({ url }) => url);
};

it.each([
  [" https://x.example/a ", "https://x.example/a"],
  ["https://x.example/a&#10; b", "https://x.example/a b"],
  ["ht&#9;tps://x.exa&#10;mple/a", "https://x.example/a"],
  ["&#1;https://x.example/", "https://x.example/"],
  ["//x.example/a", "https://x.example/a"],
  ["www.x.example", "https://www.x.example"],
  ["mailto:a@x.example", "mailto:a@x.example"],
  ["tel:+49 30 1", "tel:+49 30 1"],
  ["MyApp://go?a=1", "myapp://go?a=1"],
])("lists a link as the app opens it: %j", async (href, url) => {
  expect(await linksOf(`<a href="${href}">x</a>`)).toEqual([url]);
});

it("lists the URLs in the text of HTML that are no links, each once, after those that are", async () => {
  const bare = "https://shop.example/verify?t=abc12345&u=1";
  expect(await linksOf(`<p>Go to ${bare.replace("&", "&amp;")}</p>`)).toEqual([bare]);
  expect(hasLink(await readMail(mail("text/html", `<p>Go to ${bare}</p>`)))).toBe(true);
  const both = `<p>${bare} or <a href="https://x.example/">x</a>, ${bare}. Again: https://x.example</p>`;
  expect(await linksOf(both)).toEqual(["https://x.example/", bare]);
  const named = '<a href="https://x.example/go?to=shop">https://shop.example/</a>';
  expect(await linksOf(named)).toEqual(["https://x.example/go?to=shop"]);
  expect(await linksOf(`<td>${bare}</td><td>next</td><br>https://y.example/a<br>b`)).toEqual([
    bare,
    "https://y.example/a",
  ]);
  expect(await linksOf(`<style>p{background:url(https://x.example/a)}</style><p title="${bare}">x</p>`)).toEqual([]);
});

it("finds what a URL in the text of HTML asks for, as in plain text", async () => {
  const url = "https://shop.example/t/abcdefgh12345678";
  const { action_links } = await render(
    mail("text/html", `<p>To confirm your address, open:</p><p>${url}</p><p>Bye</p>`),
    imageLinks("key", "source"),
  );
  expect(action_links).toMatchObject([{ url, action: "confirm" }]);
});

it.each(["\u200b", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u202e", "\u200d", "\u2028"])(
  "ends a URL in a text at an invisible character: %j",
  async (sign) => {
    const url = "https://x.example/v?t=abc";
    for (const text of [`${url}${sign}`, `${url}${sign} next`, `(${url}${sign})`]) {
      expect(await linksOf(text, "text/plain")).toEqual([url]);
      expect(await linksOf(`<p>${text}</p>`)).toEqual([url]);
    }
  },
);

it("keeps the joiners within a URL, which some scripts write words with", async () => {
  const url = "https://fa.wikipedia.example/wiki/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645";
  expect(await linksOf(`See ${url}.`, "text/plain")).toEqual([url]);
});

it.each(["https://x.example:99999/", "http://[::1", "https://"])(
  "lists no URL that no program reads: %s",
  async (url) => {
    for (const [body, type] of [
      [`See ${url} here`, "text/plain"],
      [`<a href="${url}">x</a>`, "text/html"],
      [`<p>${url}</p>`, "text/html"],
    ]) {
      expect(await linksOf(body ?? "", type)).toEqual([]);
    }
    expect(hasLink(await readMail(mail("text/html", `<a href="${url}">x</a>`)))).toBe(false);
  },
);

it.each([
  "#anchor",
  " #anchor",
  "",
  " ",
  "/path",
  "page",
  "javascript:alert(1)",
  "java&#9;script:alert(1)",
  "java&#10;script:alert(1)",
  "&#13;javascript:alert(1)",
  " &#1; JaVaScRiPt:alert(1)",
  "javascript://x.example/%0aalert(1)",
  "vbscript:x",
  "VB&#9;Script:x",
  "data:text/html,x",
  "da&#10;ta:text/html,x",
  "file:///etc/passwd",
  "blob:https://x.example/1",
  "about:blank",
  "view-source:https://x.example/",
  "cid:1@x",
  "ftp://x.example/",
  "intent://x#Intent;end",
  "ms-word:ofe|u|https://x.example/a.docx",
  "search-ms:query=x",
])("lists nothing that the app does not open: %j (threat 24)", async (href) => {
  const [document, area] = [`<a href="${href}">x</a>`, `<map name=m><area href="${href}" alt=x></map>`];
  expect(await linksOf(`${document}${area}`)).toEqual([]);
  expect(await linksOf(`<base href="https://x.example/">${document}`)).not.toContainEqual(
    expect.stringMatching(/script:|data:|file:|blob:/i),
  );
  expect(hasLink(await readMail(mail("text/html", document)))).toBe(false);
});

it("lists the links of an image map, and of a link that has an image", async () => {
  const image = '<img src="https://x.example/l.png" alt="Shop" usemap="#m">';
  const body = `<a href="https://x.example/">${image}</a><map name=m><area href=" https://y.example/a" alt="Here"></map>`;
  const { links } = await render(mail("text/html", body), imageLinks("key", "source"));
  expect(links).toEqual([
    { url: "https://x.example/", text: "Shop" },
    { url: "https://y.example/a", text: "Here" },
  ]);
});

it.each([
  ["*https://x.example/j*", "https://x.example/j"],
  ["**https://x.example/j**.", "https://x.example/j"],
  ["_https://x.example/j_", "https://x.example/j"],
  ["~https://x.example/j~ `https://x.example/k`", "https://x.example/j https://x.example/k"],
  ["|https://x.example/j|", "https://x.example/j"],
  ["https://x.example/*", "https://x.example/*"],
  ["see https://x.example/a_", "https://x.example/a_"],
  ["*Open: https://x.example/j*", "https://x.example/j"],
  ["[here](https://x.example/j)", "https://x.example/j"],
  ["[https://x.example/a](https://x.example/b?c=(d))", "https://x.example/a https://x.example/b?c=(d)"],
  ["xhttps://x.example/", ""],
])("reads a URL in a plain text without what marks it: %s", async (text, urls) => {
  expect((await linksOf(text, "text/plain")).join(" ")).toBe(urls);
});

it("names a link of a plain text by the words before it, without marks", async () => {
  const { links } = await render(mail("text/plain", "Open: **https://x.example/j**"), imageLinks("key", "source"));
  expect(links).toEqual([{ url: "https://x.example/j", text: "Open:" }]);
});

it.each([
  ["Open (https://x.example/a). Or <https://x.example/b>", ["Open", "Or"]],
  ['See "https://x.example/a", then „https://x.example/b“', ["See", "then"]],
  ['<p>Confirm here:</p><a href="https://x.example/a">Go</a>', ["Confirm here:"]],
  ["[Confirm](https://x.example/a) or [log in](https://x.example/b)", ["Confirm", "log in"]],
  ["a < b: https://x.example/a", ["a < b:"]],
  ["(https://x.example/a)", [""]],
])("names the links of a plain text without the signs around them: %s", async (text, names) => {
  const { links } = await render(mail("text/plain", text), imageLinks("key", "source"));
  expect(links.map((link) => link.text)).toEqual(names);
});

it("names many links in a text of open signs quickly (threat 16)", async () => {
  const text = `${"<a [(".repeat(20_000)}https://x.example/a `.repeat(4);
  const begin = cpuTime();
  await render(mail("text/plain", text), imageLinks("key", "source"));
  expect(usualTimeSince(begin)).toBeLessThan(2_000);
});

it("counts what pictures say as text, and tells where links lead that open nothing", async () => {
  const textOf = async (body: string) => (await readText(mail("text/html", body))).text;
  expect(await textOf('<a href="https://x.example/"><img alt="Shop" src="https://x.example/l.png"></a>')).toBe(
    "Shop <https://x.example/>",
  );
  expect(await textOf('<p>Your code:<img alt="482 913"></p>')).toBe("Your code: 482 913");
  expect(await textOf('<a href="ftp://x.example/f">Get</a> <a href="intent://y#Intent;end">Open</a>')).toBe(
    "Get <ftp://x.example/f> Open <intent://y#Intent;end>",
  );
  expect(await textOf('<a href="java&#10;script:alert(1)">a</a> <a href="data:text/html,x">b</a>')).toBe("a b");
});
