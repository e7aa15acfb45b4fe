import { createServer, type IncomingMessage } from "node:http";
import { imageLinkLife, imageProxyPath, load } from "@mayfly/contracts";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import type { Page } from "@playwright/test";
import { watch } from "./eavesdropper.ts";
import { OwnMayfly } from "./new_company.ts";
import { expect, html, inboxOf, rowsOf, test } from "./page.ts";
import { nothingAsked } from "./stub.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A sender's server, which answers every path with an image, except one with a page that claims to be an image. */
async function imageServer() {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const page = request.url?.startsWith("/page");
    response.writeHead(200, { "content-type": "image/png" }).end(page ? "<script>console.log('owned')</script>" : png);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  return { asked, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() };
}

test("loads a message's images through the proxy by signed links that end with the session, and tells their server nothing of the reader (I67, K47, threats 26, 28)", async ({
  page,
  allow,
}) => {
  // The test's own server takes time to start. It may fetch from the sender's server, which is on this machine.
  await using own = await OwnMayfly.start({ ALLOW_PRIVATE_NETWORK: "on" });
  const { mayfly } = own;
  const address = "demo@mayfly.test";
  allow(new RegExp(`Failed to load resource.*${imageProxyPath}.*page.png`));
  const { ran, left } = watch(page, mayfly.url);
  using sender = await imageServer();
  const images = ["img.png", "background.png", "style.png", "page.png"].map(
    (name) => `${sender.url}/${name}?reader=1&x=2`,
  );
  const [img = "", background = "", style = "", pretender = ""] = images.map((url) => url.replaceAll("&", "&amp;"));
  const body = `<style>#s{background-image:url("${images[2]}")}</style><img id="i" src="${img}" alt=""><table background="${background}"><tr><td>t</td></tr></table><p id="s" title="${style}">the end</p><img id="p" src="${pretender}" alt="">`;
  await using client = await SmtpClient.open(mayfly.smtpPort);
  expect(await client.send(address, html("pictures", body))).toMatch(/^250 /);
  await own.enter(page, inboxOf(address));
  const proxied = page.waitForRequest((request) => request.url().includes(imageProxyPath));
  await rowsOf(page).first().click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText("the end")).toBeVisible();
  const width = (id: string) => frame.locator(id).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => width("#i")).toBe(1);
  await expect
    .poll(() => sender.asked.map(({ url }) => url).sort())
    .toEqual(images.map((url) => url.slice(sender.url.length)).sort());
  expect(await width("#p")).toBe(0);
  // The browser adds no cookie to what a sandboxed frame requests, so the link itself says who reads.
  expect(await (await proxied).allHeaders()).not.toHaveProperty("cookie");
  for (const { headers } of sender.asked) {
    expect(Object.keys(headers)).not.toContain("cookie");
    expect(Object.keys(headers)).not.toContain("referer");
    expect(JSON.stringify(headers)).not.toMatch(/Mozilla|Chrome|forwarded/i);
  }
  // The link gives no access to another URL, or for another message, than its own.
  const link = new URL((await frame.locator("#i").getAttribute("src")) ?? "", mayfly.url);
  const status = async (change: (url: URL) => void) => {
    const changed = new URL(link);
    change(changed);
    return (await page.request.get(changed.href)).status();
  };
  expect(await status(() => undefined)).toBe(200);
  expect(await status(({ searchParams }) => searchParams.set("url", `${sender.url}/other`))).toBe(403);
  expect(await status(({ searchParams }) => searchParams.set("source", crypto.randomUUID()))).toBe(403);
  expect(await status(({ searchParams }) => searchParams.delete("signature"))).toBe(403);
  expect(await status(({ searchParams }) => searchParams.delete("reader"))).toBe(403);

  // The browser that showed the image has it in no cache after the logout.
  const shows = (tab: Page, src: string) =>
    tab.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      return image.decode().then(
        () => true,
        () => false,
      );
    }, src);
  const other = await page.context().newPage();
  await other.goto(`${mayfly.url}/robots.txt`);
  expect(await shows(other, link.href)).toBe(true);
  await other.close();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  allow(new RegExp(`Failed to load resource.*403.*${imageProxyPath}`));
  expect(await shows(page, link.href)).toBe(false);
  expect(await status(() => undefined)).toBe(403);
  expect((await page.goto(link.href))?.status()).toBe(403);
  expect(ran).toEqual([]);
  await nothingAsked(page, left);
  await page.close();
});

test("renews the links to an open message's images in time, and keeps its frame as it is", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(new RegExp(`Failed to load resource.*${imageProxyPath}`));
  let fetched = 0;
  page.on("requestfinished", (request) => {
    if (request.url().includes(load.getdoc.path)) fetched += 1;
  });
  await page.clock.install();
  await deliver(address, html("picture", '<p>the end</p><img src="https://pictures.example/a.png" alt="">'));
  await openInbox(address);
  await rowsOf(page).first().click();
  const body = page.frameLocator("iframe").locator("body");
  await expect(body).toHaveText("the end");
  await body.evaluate((element) => element.setAttribute("data-kept", ""));
  expect(fetched).toBe(1);
  await page.clock.fastForward(imageLinkLife / 2);
  await expect.poll(() => fetched).toBe(2);
  await expect(page.getByRole("article", { name: "Message" })).toHaveAttribute("aria-busy", "false");
  await expect(body).toHaveAttribute("data-kept");
});
