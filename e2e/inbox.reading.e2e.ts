import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { contracts, imageProxyPath, inboxTexts, texts } from "../packages/contracts/src/index.ts";
import {
  clipboard,
  copied,
  expect,
  html,
  inboxOf,
  mail,
  pagesAsked,
  rowsOf,
  scrollerOf,
  stopClock,
  test,
  toastsOf,
} from "./page.ts";
import { allAsked, callsOf, nothingAsked, says, stub, undrawn } from "./stub.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const withFile = (subject: string, file: Buffer) =>
  mail(
    subject,
    [
      ...["--b", "Content-Type: text/plain; charset=utf-8", "", "See the file.", "--b"],
      ...["Content-Type: application/pdf", "Content-Transfer-Encoding: base64"],
      // A name that reads "reportfdp.exe" backwards from the mark on.
      "Content-Disposition: attachment; filename*=utf-8''report%E2%80%AEexe.pdf",
      ...["", file.toString("base64").replace(/.{76}/g, "$&\r\n"), "--b--"],
    ].join("\r\n"),
    ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'],
  );

test("an attachment and the whole message are saved as they were sent", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const file = randomBytes(30_000);
  const sent = withFile("a file", file);
  await deliver(address, sent);
  await openInbox(address);
  await rowsOf(page).first().click();
  const link = page.getByRole("region", { name: "Attachments" }).getByRole("link");
  await expect(link).toContainText("reportexe.pdf");
  await expect(link).toContainText("30.0 kB · application/pdf");
  const saved = page.waitForEvent("download");
  await link.click();
  expect(hash(await readFile(await (await saved).path()))).toBe(hash(file));
  expect((await saved).suggestedFilename()).not.toContain("\u202e");

  const whole = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as .eml" }).click();
  expect((await whole).suggestedFilename()).toMatch(/\.eml$/);
  expect(await readFile(await (await whole).path(), "utf8")).toContain(sent);
});

test("a message has an address of its own, and Back closes it before it leaves the inbox", async ({
  page,
  context,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("older"), mail("newer"));
  await openInbox(address);
  const [newer, older] = [rowsOf(page).first().getByRole("link"), rowsOf(page).last().getByRole("link")];
  const opened = context.waitForEvent("page");
  await newer.click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  const subject = (of: Page, text: string) => of.getByRole("article").getByRole("heading", { name: text });
  await expect(subject(tab, "newer")).toBeVisible();
  const messageUrl = tab.url();
  expect(messageUrl).toContain(`${inboxOf(address)}&message=`);
  await expect(page).toHaveURL(inboxOf(address));

  // Gone to without the list, it still closes into it.
  const nothing = (of: Page) => of.getByText(inboxTexts.nothingSelected);
  await tab.keyboard.press("Escape");
  await expect(nothing(tab)).toBeVisible();
  await expect(tab).toHaveURL(inboxOf(address));

  // It may be none of those that are listed.
  await undrawn(tab);
  await stub(tab, contracts.reportview.get, says({ keys: [], values: [] }));
  await tab.goto(messageUrl.replace(/email=[^&]*&/, ""));
  await expect(tab.locator("main > [role=status]")).toHaveText("newer");
  await expect(tab.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
  await tab.evaluate(() => navigator.clipboard.writeText(""));
  await tab.keyboard.press("c");
  await expect.poll(() => clipboard(tab)).toBe(address);

  await older.click();
  await newer.click();
  await expect(subject(page, "newer")).toBeVisible();
  await page.reload();
  await expect(subject(page, "newer")).toBeVisible();
  await page.goBack();
  await expect(nothing(page)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.goForward();
  await expect(subject(page, "newer")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(inboxOf(address));
});

test("a message can be read as HTML, text, headers and source", async ({ page, address, deliver, openInbox }) => {
  await deliver(address, html("views", "<p>Hello <b>there</b></p>"), mail("only text", "Plain words"));
  await openInbox(address);
  await rowsOf(page).filter({ hasText: "views" }).click();
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  const panel = page.getByRole("tabpanel");
  await expect(page.frameLocator("iframe").getByText("Hello there")).toBeVisible();
  await tab("Text").click();
  await expect(panel).toHaveText(/^Hello there\s*$/);
  await expect(panel.locator("pre")).toHaveCSS("unicode-bidi", "plaintext");
  await tab("Headers").click();
  await expect(panel.getByText("text/html; charset=utf-8", { exact: true })).toBeVisible();
  await tab("Source").click();
  await expect(panel).toContainText("<p>Hello <b>there</b></p>");
  await panel.press("Tab");
  await expect(page.getByRole("region", { name: "Source" })).toBeFocused();

  await rowsOf(page).filter({ hasText: "only text" }).click();
  await expect(tab("HTML")).toHaveCount(0);
  const paper = page.frameLocator("iframe").locator("body");
  await expect(paper).toHaveText("Plain words");
  await page.getByRole("switch", { name: "Monospaced" }).click();
  await expect(paper).toHaveCSS("font-family", "ui-monospace, monospace");

  // What only our colours told apart can be told apart in the system's as well.
  await page.emulateMedia({ forcedColors: "active" });
  const background = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const border = (part: Locator, side: "Left" | "Bottom") =>
    part.evaluate((element, side) => {
      const style = getComputedStyle(element);
      return `${style[`border${side}Width`]} ${style[`border${side}Color`]}`;
    }, side);
  const knob = page.getByRole("switch").locator("span");
  expect(await background(knob)).not.toBe(await background(page.getByRole("switch")));
  await page.getByRole("switch").click();
  expect(await background(knob)).not.toBe(await background(page.getByRole("switch")));
  expect(await border(tab("Text"), "Bottom")).not.toBe(await border(tab("Source"), "Bottom"));
  expect(await border(rowsOf(page).locator("[aria-current]"), "Left")).toMatch(/^4px/);
  expect(await border(page.getByRole("button", { name: "Print" }), "Left")).toMatch(/^1px/);
  await deliver(address, mail("unread", ""));
  const row = rowsOf(page).filter({ hasText: "unread" });
  expect(await background(row.locator("[data-dot]"))).not.toBe(await background(row));
  // Without a preview the other lines of a row stand where they always do.
  const lineOf = (subject: string) =>
    rowsOf(page)
      .getByText(subject, { exact: true })
      .evaluate((line) => line.getBoundingClientRect().y - (line.closest("li")?.getBoundingClientRect().y ?? 0));
  expect(await lineOf("unread")).toBe(await lineOf("views"));
});

test("what cannot be shown says so, and offers its source", async ({ page, address, deliver, openInbox }) => {
  await deliver(address, html("deep", `<p>Hello</p>${"<div>".repeat(150_000)}`));
  await openInbox(address);
  await rowsOf(page).first().click();
  await expect(page.getByText(inboxTexts.tooLarge)).toBeVisible();
  await page.getByRole("button", { name: "Show the source" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Source" })).toBeFocused();
  await expect(page.getByRole("tabpanel")).toContainText("<p>Hello</p><div>");
  await expect(page.getByText(/^Only the beginning is shown/)).toBeVisible();
});

test("a very long subject takes a few lines, of the message and of the toast that tells of it", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  const subject = "x".repeat(900);
  await deliver(address, `Subject: ${subject}\r\n\r\nHello`);
  const linesOf = (shown: Locator) =>
    shown.evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
  const told = toastsOf(page).locator("p");
  await expect(told).toHaveText(inboxTexts.newMail(subject));
  expect(Math.round(await linesOf(told))).toBe(2);
  await page.clock.resume();

  await rowsOf(page).getByRole("link").click();
  const heading = page.getByRole("heading", { name: subject });
  expect(Math.round(await linesOf(heading))).toBe(3);
  await expect(page.frameLocator("iframe").getByText("Hello")).toBeInViewport();
  await page.getByRole("button", { name: inboxTexts.wholeSubject }).click();
  expect(await linesOf(heading)).toBeGreaterThan(10);
  await page.getByRole("button", { name: inboxTexts.lessSubject }).click();
  expect(Math.round(await linesOf(heading))).toBe(3);
});

test("a code is copied from its row and from its message, and links say where they lead", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const host = `accounts.bank.example.${"session-".repeat(7)}1.${"session-".repeat(7)}2.${"session-".repeat(7)}3.login.example`;
  const body = `<p>Your verification code is <b>739204</b>.</p><p><a href="https://${host}/verify?t=1">Verify your email</a></p><a href="/help">Help</a>`;
  await deliver(address, html("Your code", body));
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  expect(await copied(rowsOf(page).getByRole("button", { name: "Copy code 739204" }))).toBe("739204");
  await expect(toastsOf(page)).toHaveText(inboxTexts.codeCopied);
  await page.clock.resume();
  await expect(page.getByText(inboxTexts.nothingSelected)).toBeVisible();

  await rowsOf(page).getByRole("link").click();
  expect(await copied(page.getByRole("button", { name: "Copy code", exact: true }))).toBe("739204");
  const link = page.getByRole("region", { name: "Code and links" }).getByRole("link");
  await expect(link).toHaveText(`Verify${host}“Verify your email”`);
  await expect(link.getByText(host)).toBeInViewport({ ratio: 1 });
  const cut = await link.getByText(host).evaluate((shown) => shown.scrollWidth - shown.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
  await expect(link).toHaveAttribute("href", `https://${host}/verify?t=1`);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
  // What leads nowhere looks like the text around it.
  await expect(page.frameLocator("iframe").getByText("Help")).toHaveCSS("color", "rgb(23, 23, 22)");
});

test("who wants to be asked first loads no image by opening a message, and is not asked twice for a sender", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/Content Security Policy/);
  const image = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const asked: string[] = [];
  await page.route(`**${imageProxyPath}*`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      body: image,
      contentType: "image/gif",
      headers: { "Cross-Origin-Resource-Policy": "cross-origin" },
    });
  });
  const picture = '<p>the end</p><img src="https://pictures.example/a.gif">';
  await deliver(address, html("first", picture), html("second", picture));
  await openInbox(address);
  const row = (subject: string) => rowsOf(page).filter({ hasText: subject });
  const shown = page.frameLocator("iframe").getByText("the end");

  await page.getByRole("button", { name: "Inbox options" }).click();
  await page.getByRole("switch", { name: "Ask before loading images" }).click();
  await page.keyboard.press("Escape");
  await row("first").click();
  await expect(shown).toBeVisible();
  await expect(page.getByText("Images have not been loaded.")).toBeVisible();
  await nothingAsked(page, asked);
  await page.getByRole("button", { name: "Load once" }).click();
  // What takes itself away hands the focus on.
  await expect(page.getByRole("tabpanel")).toBeFocused();
  await expect.poll(() => asked.length).toBe(1);

  await row("second").click();
  await expect(page.getByRole("heading", { name: "second" })).toBeVisible();
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "Always from zoe@elsewhere.example" }).click();
  await expect.poll(() => asked.length).toBe(2);
  await page.reload();
  await row("first").click();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await expect(page.getByText("Images have not been loaded.")).toHaveCount(0);
});

test("mail that arrives while the network is away is there afterwards, all of it, and so is what was opened", async ({
  page,
  context,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await deliver(address, mail("before"));
  await openInbox(address);
  const place = await rowsOf(page).boundingBox();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  // Nothing moves under the pointer.
  expect(await rowsOf(page).boundingBox()).toEqual(place);
  await rowsOf(page).click();
  const article = page.getByRole("article", { name: "Message" });
  await expect(article).toContainText(inboxTexts.detailUnexpected);
  await deliver(address, ...Array.from({ length: 25 }, (_, at) => mail(`away ${at + 1}`)));
  await context.setOffline(false);
  await expect(rowsOf(page).first()).toContainText("away 25", { timeout: 20_000 });
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await expect(article.getByRole("heading", { name: "before" })).toBeVisible();
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(page.getByText(inboxTexts.count(26), { exact: true })).toBeVisible();
});

test("a screen that comes back from sleep asks what it missed", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  await deliver(address, mail("missed"));
  await openInbox(address);
  await stub(page, contracts.load.getdoc, "no connection");
  await rowsOf(page).click();
  await expect(page.getByText(inboxTexts.detailUnexpected)).toBeVisible();
  await page.unroute(callsOf(contracts.load.getdoc));
  const asked = page.waitForRequest((request) => request.url().endsWith(contracts.reportview.get.path));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await asked;
  await expect(page.getByRole("heading", { name: "missed" })).toBeVisible();
});

test("new mail does not move what is being read further down, and says that it is there", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...Array.from({ length: 20 }, (_, at) => mail(`old ${at + 1}`)));
  await openInbox(address);
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, 400));
  const row = rowsOf(page).filter({ hasText: "old 12" });
  const before = await row.boundingBox();
  await deliver(address, ...Array.from({ length: 30 }, (_, at) => mail(`new ${at + 1}`)));
  const up = page.getByRole("button", { name: "30 new" });
  await expect(up).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await up.click();
  await expect(rowsOf(page).first()).toContainText("new 30");
  await expect(up).toHaveCount(0);
  await expect(rowsOf(page).first().getByRole("link")).toBeFocused();
});

test("the keyboard reaches rows that are not drawn yet, and keeps its place", async ({
  page,
  context,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await deliver(address, ...Array.from({ length: 40 }, (_, at) => mail(`no ${at + 1}`)));
  await openInbox(address);
  const row = (subject: string) =>
    rowsOf(page)
      .filter({ has: page.getByText(subject, { exact: true }) })
      .getByRole("link");
  await expect(row("no 40")).toBeVisible();
  // While something is searched for, older mail is loaded on request, as often as one likes.
  const search = page.getByPlaceholder(inboxTexts.search);
  await search.fill("no");
  const older = page.getByRole("button", { name: "Load older emails" });
  await older.press("Enter");
  await expect(page.getByText(/^40 emails/)).toBeVisible();
  await expect(older).toBeFocused();
  await search.press("Escape");
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(page.getByText(/^40 emails/)).toBeVisible();
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, 0));
  for (let step = 0; step < 29; step += 1) await page.keyboard.press("j");
  await expect(row("no 11")).toBeFocused();
  await expect(row("no 11")).toBeInViewport();
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, 0));
  await expect(row("no 40")).toBeVisible();
  await page.keyboard.press("k");
  await expect(row("no 12")).toBeFocused();
  await expect(row("no 12")).toBeInViewport();

  // A refresh leaves the first page alone, and the keyboard at its top.
  const asked = pagesAsked(page);
  await page.keyboard.press("r");
  await expect(page.getByText(`${inboxTexts.count(20)} ${inboxTexts.more}`, { exact: true })).toBeVisible();
  await expect(row("no 40")).toBeFocused();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await page.keyboard.press("Tab");
  await expect(row("no 40")).toBeFocused();
  expect(await scrollerOf(page).evaluate((box) => box.scrollTop)).toBe(0);
  await allAsked(page);
  expect(asked.map((form) => form.get("start"))).toEqual(["0"]);

  // One that cannot be leaves everything where it is.
  for (let step = 0; step < 16; step += 1) await page.keyboard.press("j");
  // Not the last that fits: what says that it failed takes room, and who has just come to that row is kept in sight.
  await page.keyboard.press("k");
  await expect(row("no 25")).toBeFocused();
  const place = () => scrollerOf(page).evaluate((box) => box.scrollTop);
  const before = await place();
  await context.setOffline(true);
  await page.keyboard.press("r");
  await expect(page.getByRole("alert")).toContainText(texts.networkError);
  await expect(row("no 25")).toBeFocused();
  expect(await place()).toBe(before);
});

test("the browser notifies those who asked for it, and asks them only then", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    const stub = class {
      static permission = "denied";
      static async requestPermission() {
        told.push("asked");
        stub.permission = "granted";
        return "granted";
      }
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
      close() {
        told.push("closed");
      }
    };
    document.hasFocus = () => false;
    Object.assign(window, { Notification: stub, told });
  });
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await openInbox(address);
  await deliver(address, mail("before"));
  await expect(rowsOf(page)).toHaveCount(1);
  expect(await told()).toEqual([]);
  await page.getByRole("button", { name: "Inbox options" }).click();
  const choice = page.getByRole("switch", { name: "Browser notifications" });
  await expect(choice).toBeDisabled();
  // Where they were blocked, in the browser's settings, one comes back from there.
  await page.evaluate(() => {
    Object.assign(Notification, { permission: "default" });
    dispatchEvent(new Event("focus"));
  });
  await choice.click();
  await expect(choice).toBeChecked();
  await page.keyboard.press("Escape");
  await deliver(address, mail("after"));
  await expect.poll(told).toEqual(["asked", "Zoë: after"]);
  // Who has come back sees what comes.
  await page.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event("focus"));
  });
  await deliver(address, mail("seen"));
  await expect(rowsOf(page)).toHaveCount(3);
  expect(await told()).toEqual(["asked", "Zoë: after", "closed"]);
  // Screen readers say which of how many a row is.
  await expect(rowsOf(page).first()).toHaveAttribute("aria-posinset", "1");
  await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "3");
});

test("prints the whole message, and lets nothing run for it", async ({ page, address, deliver, openInbox }) => {
  await page.addInitScript(() => {
    // What is printed, at the moment that it is.
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
      get(this: HTMLIFrameElement) {
        const print = () => {
          const body = this.contentDocument?.body;
          const mail = body?.querySelector("div > div")?.shadowRoot?.querySelector("body");
          this.hidden = false;
          const { x = 0, y = 0 } = body?.querySelector("h1")?.getBoundingClientRect() ?? {};
          const above = this.contentDocument?.elementFromPoint(x + 1, y + 1)?.tagName;
          const ink = mail && getComputedStyle(mail).color;
          const text = `${body?.textContent}${mail?.textContent}`;
          Object.assign(window, { printed: [text, this.sandbox.value, above, ink] });
        };
        return { print, addEventListener() {} };
      },
    });
  });
  // Styles that would hide who wrote it, and put another in their place (threats 20, 24).
  const forged =
    "<style>:root{--ink:#010203}body{color:var(--ink)}header{display:none!important}:host{margin-top:-900px!important}p{position:absolute;top:0;left:0;z-index:9}</style><p>From: boss</p>";
  const [nobody, bare] = ["Subject: plain\r\n\r\nBody\r\n", "From: bob@elsewhere.example\r\n\r\nBody\r\n"] as const;
  await deliver(address, nobody, bare, html("<i>paper</i>", `${forged}<p>first line</p><p>last line</p>`));
  await openInbox(address);
  await rowsOf(page).first().click();
  await page.getByRole("button", { name: "Print" }).click();
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string[] }).printed ?? []);
  await expect.poll(printed).toHaveLength(4);
  const [text, ...rest] = await printed();
  expect(rest).toEqual(["allow-same-origin allow-modals", "H1", "rgb(1, 2, 3)"]);
  for (const part of ["<i>paper</i>", "zoe@elsewhere.example", "first line", "last line"]) expect(text).toContain(part);

  await page.evaluate(() => Object.assign(window, { printed: [] }));
  await page.keyboard.press("Control+p");
  await expect.poll(printed).toEqual([text, ...rest]);
  for (const [at, sender] of [
    [1, "bob@elsewhere.example"],
    [2, inboxTexts.unknownSender],
  ] as const) {
    await rowsOf(page).nth(at).click();
    await expect(page.getByRole("article", { name: "Message" })).toContainText(sender);
    await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(async () => (await printed())[0]).toContain(`From: ${sender}To: ${address}`);
  }
  await rowsOf(page).first().click();

  // The browser's own command prints the message without what stands around it, and says what it does not print.
  const cut = page.getByText("Its Print button prints all of it.");
  await expect(cut).toBeHidden();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const part of [page.getByRole("navigation"), page.getByRole("banner").first(), rowsOf(page).first()])
    await expect(part).toBeHidden();
  await expect(page.getByRole("heading", { name: "<i>paper</i>" })).toBeVisible();
  await expect(cut).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(251, 250, 248)");
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  expect(await widthOf(page.getByRole("article", { name: "Message" }))).toBe(1440);
  // And where no message is open, the list.
  await page.keyboard.press("Escape");
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await widthOf(rowsOf(page).first())).toBe(1440);
  await expect(page.getByText(inboxTexts.nothingSelected)).toBeHidden();
});
