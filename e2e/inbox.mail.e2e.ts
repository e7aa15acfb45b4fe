import { imageProxyPath } from "@mayfly/contracts";
import { framePixels } from "@mayfly/web/features/inbox/limits";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { eavesdropper, watch } from "./eavesdropper.ts";
import { owned } from "./hostile_mail.ts";
import { expect, html, mail, rowsOf, test } from "./page.ts";
import { nothingAsked } from "./stub.ts";

test("opens links in a new tab without opener and referrer, and only those that lead out (I68)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
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

test("loads images from the proxy or the message itself only (I67)", async ({
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
  await nothingAsked(page, left);
});

test("mail written for wide screens fits a phone", async ({ page, address, deliver, openInbox }) => {
  const text = "Written for a window of six hundred pixels. ".repeat(5);
  const columns = `<table width="600"><tr><td width="300">${text}</td><td width="300">${text}</td></tr></table>`;
  const boxes = `<div style="width:600px">${text}</div><table style="min-width:600px"><tr><td>${text}</td></tr></table>`;
  const fixed = `<table width="600" style="table-layout:fixed"><tr><td width="400">${text}</td><td>x</td></tr></table>`;
  const whole = `<table width="100%"><tr><td align="center" style="padding: 0 40px">${columns}${boxes}${fixed}</td></tr></table>`;
  await page.setViewportSize({ width: 390, height: 844 });
  const small = '<div id="small" style="max-width:120px"><table width="100%"><tr><td>logo</td></tr></table></div>';
  await deliver(address, html("wide", whole + boxes + fixed + small));
  await openInbox(address);
  await rowsOf(page).first().click();
  const body = page.frameLocator("iframe").locator("body");
  await expect(body).toContainText("six hundred");
  expect(await body.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const widthOf = (selector: string) =>
    body
      .locator(selector)
      .first()
      .evaluate(({ clientWidth }) => clientWidth);
  // An element with a small maximum width keeps it.
  expect(await widthOf("#small")).toBe(120);
  // In a wide window, the content has the width that it states.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => widthOf("div[data-wide]")).toBe(600);
  expect(await widthOf("#small")).toBe(120);
});

test("shows mail in a sandboxed frame 600 px high, HTML on white paper, plain text in the theme's colours (I29, I69, I70)", async ({
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
  expect((await frame.boundingBox())?.height).toBe(framePixels);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(18, 18, 17)");
  await expect(frame).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const paper = page.frameLocator("iframe").locator("body");
  await expect(paper).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(paper).toHaveCSS("color", "rgb(23, 23, 22)");

  // A plain text follows the theme, also one that was chosen, but not in print.
  await deliver(address, mail("text", "Read on https://a.example"));
  await rowsOf(page).filter({ hasText: "text" }).click();
  await expect(frame).toHaveCSS("background-color", "rgb(25, 25, 24)");
  await expect(paper).toHaveCSS("color", "rgb(242, 240, 235)");
  await expect(paper.getByRole("link")).toHaveCSS("color", "rgb(60, 203, 184)");
  await page.emulateMedia({ media: "print" });
  await expect(paper).toHaveCSS("color", "rgb(23, 23, 22)");
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("radio", { name: "Light" }).check();
  await expect(frame).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(paper).toHaveCSS("color", "rgb(23, 23, 22)");
});

test("says that a message of nothing but a script has no content (I30)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, html("empty", `<script>${owned}</script>`));
  await openInbox(address);
  await rowsOf(page).first().click();
  await expect(page.getByText(inboxTexts.noContent)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("a link within a mail leads there in its frame, and one of another app to a question that names it (threat 24)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const link = "myapp://verify?token=a%20b&next=%2Fhome";
  const body = `<a href="#end">To the end</a> <a href="${link.replaceAll("&", "&amp;")}">Open the app</a><div style="height:3000px"></div><p id="end">the end</p>`;
  await deliver(address, html("links", body));
  await openInbox(address);
  await rowsOf(page).first().click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "To the end" }).click();
  await expect(frame.getByText("the end", { exact: true })).toBeInViewport();
  const opening = frame.getByRole("link", { name: "Open the app" });
  expect(await opening.evaluate((element) => getComputedStyle(element, "::after").content)).toContain(`(${link})`);
  const opened = page.waitForEvent("popup");
  await opening.click();
  const question = await opened;
  await expect(question.getByRole("heading", { name: "Open this link in another app?" })).toBeVisible();
  await expect(question.getByText(link, { exact: true })).toBeVisible();
  await expect(question.getByRole("link", { name: "Open", exact: true })).toHaveAttribute("href", link);
  expect(await question.evaluate(() => window.opener)).toBeNull();
  // Whoever wrote it, a fragment opens nothing that would run.
  await question.goto(`/open#${encodeURIComponent("javascript://x%0aalert(1)")}`);
  await question.reload();
  await expect(question.getByRole("heading", { name: "This link cannot be opened" })).toBeVisible();
  await expect(question.getByRole("link")).toHaveCount(0);
});
