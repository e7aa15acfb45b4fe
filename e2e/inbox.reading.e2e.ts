import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { contracts, imageProxyPath } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { clipboard, copied, expect, html, inboxOf, mail, rowsOf, stopClock, test, toastsOf } from "./page.ts";
import { nothingAsked, says, stub, undrawn } from "./stub.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const withFile = (subject: string, file: Buffer) =>
  mail(
    subject,
    [
      ...["--b", "Content-Type: text/plain; charset=utf-8", "", "See the file.", "--b"],
      ...["Content-Type: application/pdf", "Content-Transfer-Encoding: base64"],
      // A mark in the name reverses what follows it: a browser would draw "reportfdp.exe".
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
  await expect(rowsOf(page).first()).toContainText("Has attachment");
  await deliver(address, mail("no file"), withFile("another file", file));
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).filter({ hasText: "Has attachment" })).toContainText([/another file/, /a file/]);
  await rowsOf(page).last().click();
  const link = page.getByRole("region", { name: "Attachments" }).getByRole("link");
  await expect(link).toContainText("report exe.pdf");
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

test("gives a message a URL of its own, and closes it by Back or Escape without leaving the inbox", async ({
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

  // A message that was opened without the list still closes into it.
  const nothing = (of: Page) => of.getByText(inboxTexts.nothingSelected);
  await tab.keyboard.press("Escape");
  await expect(nothing(tab)).toBeVisible();
  await expect(tab).toHaveURL(inboxOf(address));

  // The open message may be none of those that are listed.
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

  // What only our colours distinguish can be distinguished with forced colours as well.
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

test("says that a message is too large to show, and offers its source", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, html("deep", `<p>Hello</p>${"<div>".repeat(150_000)}`));
  await openInbox(address);
  await rowsOf(page).first().click();
  await expect(page.getByText(inboxTexts.tooLarge)).toBeVisible();
  await page.getByRole("button", { name: "Show the source" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Source" })).toBeFocused();
  await expect(page.getByRole("tabpanel")).toContainText("<p>Hello</p><div>");
  await expect(page.getByText(/^Only the beginning is shown/)).toBeVisible();
});

test("cuts a very long subject to a few lines in message and toast, and shows it whole on request", async ({
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

test("shows whom a message names besides its sender and its recipient, and cuts very many of them", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const many = Array.from({ length: 60 }, (_, no) => `Person ${no} <person.${no}@elsewhere.example>`);
  const head = [
    "Reply-To: Support <support@elsewhere.example>",
    `To: =?utf-8?Q?J=C3=B6rg?= <joerg@elsewhere.example>, ${address}`,
    `Cc: ${many.join(",\r\n ")}`,
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  await deliver(address, mail("to many", "Hello", head), mail("to one", "Hello", ["Reply-To: zoe@elsewhere.example"]));
  await openInbox(address);
  await rowsOf(page).last().getByRole("link").click();
  const article = page.getByRole("article");
  await expect(article.getByRole("term")).toHaveText(["From", "Reply-To", "To", "Cc", "Return-Path", "Date"]);
  const shown = article.getByRole("definition");
  await expect(shown.nth(1)).toHaveText("Support <support@elsewhere.example>");
  await expect(shown.nth(2)).toHaveText(`${address}, Jörg <joerg@elsewhere.example>`);
  await expect(shown.nth(3)).toContainText("Person 0 <person.0@elsewhere.example>, Person 1 <");
  await expect(shown.nth(4)).toHaveText("sender@elsewhere.example");
  await expect(page.frameLocator("iframe").getByText("Hello")).toBeInViewport();
  expect(await faults(page)).toEqual([]);

  await page.goBack();
  await rowsOf(page).first().getByRole("link").click();
  await expect(article.getByRole("term")).toHaveText(["From", "To", "Return-Path", "Date"]);
  await expect(shown.nth(1)).toHaveText(address);
});

test("copies a code from its row and from its message, and shows where a link leads", async ({
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
  // A link that leads nowhere looks like the text around it.
  await expect(page.frameLocator("iframe").getByText("Help")).toHaveCSS("color", "rgb(23, 23, 22)");
});

test("loads images only on request if the user wants to be asked, and always from a sender once allowed", async ({
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
  // The notice removes itself and hands the focus on.
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
