import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { imageProxyPath } from "@mayfly/contracts";
import { imageLinks } from "@mayfly/server/mail/show/image_link";
import { render } from "@mayfly/server/mail/show/render";
import { frameDocument } from "@mayfly/web/features/inbox/frameDocument";
import type { Page } from "@playwright/test";
import { screenshot } from "./page.ts";
import { expect, test } from "./server.ts";

const folder = path.join(import.meta.dirname, "layouts");
const origin = "http://mail.test";
/** Two pixels, green and amber. */
const image = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGPgm9/3dYMjAAouAyIaTVl1AAAAAElFTkSuQmCC",
  "base64",
);
/** The share of pixels that may differ: the sanitiser may lose what no reader misses, such as the colour of a rule. */
const mostDifferent = 0.005;

/** The document as the sender meant it: unchanged, on the inbox's paper. */
function asSent(html: string): string {
  const [paper = ""] = /<style>[\s\S]*?<\/style>/.exec(frameDocument("", { imagesFrom: origin })) ?? [];
  return html.replace(/<head>|(?=<body)/i, (tag) => tag + paper);
}

async function picture(page: Page, html: string): Promise<Buffer> {
  await page.route("**/*", (route) => {
    const url = new URL(route.request().url());
    if (url.href === `${origin}/`) return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
    const wanted = url.pathname === imageProxyPath || url.hostname === "images.example";
    return wanted ? route.fulfill({ contentType: "image/png", body: image }) : route.abort();
  });
  await page.goto(`${origin}/`);
  return screenshot(page, { fullPage: true, animations: "disabled" });
}

/** The share of pixels that differ by more than a shade. */
const difference = (page: Page, before: Buffer, after: Buffer) =>
  page.evaluate(
    async (pictures) => {
      const images = await Promise.all(
        pictures.map(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          return image;
        }),
      );
      const [width, height] = [images[0]?.width ?? 0, Math.max(...images.map((one) => one.height))];
      const [one, other] = images.map((picture) => {
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context?.drawImage(picture, 0, 0);
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      });
      let different = 0;
      for (let at = 0; at < width * height * 4; at += 4) {
        const off = [0, 1, 2].some(
          (channel) => Math.abs((one?.[at + channel] ?? 0) - (other?.[at + channel] ?? 0)) > 8,
        );
        if (off) different += 1;
      }
      return different / (width * height);
    },
    [before.toString("base64"), after.toString("base64")],
  );

for (const file of readdirSync(folder)) {
  test(`${path.parse(file).name}.html looks the same sanitised as when it was sent, 720 and 390 px wide`, async ({
    page,
  }, info) => {
    const html = readFileSync(path.join(folder, file), "utf8");
    const raw = Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`);
    const { content } = await render(raw, imageLinks("key", "source"));
    for (const width of [720, 390]) {
      await page.setViewportSize({ width, height: 600 });
      const before = await picture(page, asSent(html));
      const after = await picture(page, frameDocument(content, { imagesFrom: origin }));
      await info.attach(`before, ${width}`, { body: before, contentType: "image/png" });
      await info.attach(`after, ${width}`, { body: after, contentType: "image/png" });
      await page.goto("about:blank");
      expect(await difference(page, before, after), `at ${width} pixels`).toBeLessThan(mostDifferent);
    }
  });
}

test("a message's own column widths, image sizes and link colours override those of the frame", async ({ page }) => {
  const file = `data:image/png;base64,${image.toString("base64")}`;
  const raw = Buffer.from(`Content-Type: text/html\r\n\r\n
    <style>.button, .plain a { color: #fff } .square { height: 30px }</style>
    <table width="100%"><tr><td id="column">Subtotal amount</td><td width="100%" align="right">$49.00</td></tr></table>
    <img src="${file}" width="560" height="2"><img src="${file}" width="1" height="30">
    <img src="${file}" height="20"><img src="${file}" width="600">
    <img class="square" src="${file}" width="30" height="10">
    <img src="${file}" width="30" height="60" style="display:block; height: auto">
    <img src="${file}" width="600" height="300" style="width:6.25in;height:3.125in">
    <img src="${file}" style="display:block; HEIGHT: 140px; width: 560px;"><img src="${file}" height="300" style="width:600px">
    <img src="${file}" width="600" height="1" style="width:600px;height:1px"><img id="high" src="${file}" height="300">
    <a class="button" href="https://a.example">a</a><p class="plain"><a href="https://a.example">b</a></p>
    <a href="https://a.example">c</a>`);
  const { content } = await render(raw, imageLinks("key", "source"));
  await page.setContent(frameDocument(content, { imagesFrom: undefined }));
  const sizes = () =>
    page.locator("img").evaluateAll((images) =>
      images.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return [width, height];
      }),
    );
  await page.setViewportSize({ width: 720, height: 600 });
  expect(await sizes()).toEqual([
    [560, 2],
    [1, 30],
    [40, 20],
    [600, 300],
    [30, 30],
    [30, 15],
    [600, 300],
    [560, 140],
    [600, 300],
    [600, 1],
    [600, 300],
  ]);
  await page.setViewportSize({ width: 390, height: 600 });
  expect(await sizes()).toEqual([
    [350, 2],
    [1, 30],
    [40, 20],
    [350, 175],
    [30, 30],
    [30, 15],
    [350, 175],
    [350, 87.5],
    [350, 175],
    [350, 1],
    [350, 300],
  ]);
  await expect(page.locator("#high")).toHaveCSS("object-fit", "contain");
  await expect(page.locator("img").nth(1)).toHaveCSS("object-fit", "fill");
  // Lines break between words, and not between letters.
  expect((await page.locator("#column").boundingBox())?.height).toBeLessThan(60);
  const colours = ["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(10, 114, 102)"];
  for (const [at, colour] of colours.entries()) await expect(page.locator("a").nth(at)).toHaveCSS("color", colour);
});

test("the first of several HTML pages in a message is the page, and others are parts with their own colours", async ({
  page,
}) => {
  const forwarded = `<html lang="en" style="background:#123456"><body bgcolor="#000000" text="#ffffff" background="https://a.example/b.png"><p>The newsletter</p></body></html>`;
  const raw = Buffer.from(
    `Content-Type: text/html\r\n\r\n<html><body><p>See below</p>${forwarded}<p>Ada</p></body></html>`,
  );
  const { content } = await render(raw, imageLinks("key", "source"));
  await page.setContent(frameDocument(content, { imagesFrom: undefined }));
  const coloursOf = (selector: string) =>
    page.locator(selector).evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
  expect(await coloursOf("html")).toEqual(["rgba(0, 0, 0, 0)", "rgb(0, 0, 0)"]);
  expect(await coloursOf("body")).toEqual(["rgba(0, 0, 0, 0)", "rgb(23, 23, 22)"]);
  expect(await coloursOf("body > div > div")).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  expect(await page.locator("body > p").allTextContents()).toEqual(["See below", "Ada"]);
});
