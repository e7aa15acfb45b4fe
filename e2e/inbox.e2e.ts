import type { Page } from "@playwright/test";
import { sendMail } from "../apps/server/src/demo/send_mail.ts";
import { contracts, inboxTexts, limits } from "../packages/contracts/src/index.ts";
import { expect, listening, test } from "./server.ts";

const { get } = contracts.reportview;
const { getdoc } = contracts.load;
const inbox = (address: string) => `/inbox?email=${encodeURIComponent(address)}`;
const rowsOf = (page: Page) => page.getByRole("list", { name: "Messages" }).getByRole("listitem");
const mail = (subject: string, body = "Body", headers = "") =>
  Buffer.from(`From: Zoë <zoe@elsewhere.example>\r\nSubject: ${subject}\r\n${headers}\r\n${body}\r\n`);

test.describe("the inbox", () => {
  test("lists, opens, and remembers what was read (I04, I08, I09, I13, I16 to I19, I24, I25, I29, I40 to I43, P86)", async ({
    page,
    logIn,
  }) => {
    await logIn(inbox("demo@mayfly.test"));
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(8);
    await expect(page.getByText(inboxTexts.count(8))).toBeVisible();
    await expect(page.getByText(inboxTexts.end)).toBeVisible();
    await expect(page.getByText(inboxTexts.nothingSelected)).toBeVisible();
    await expect(page.getByText(inboxTexts.nothingSelectedHint)).toBeVisible();
    const header = page.getByRole("banner");
    await expect(header.getByText("Ada Bergström", { exact: true })).toBeVisible();
    await expect(header.getByText("Lakeside Software")).toBeVisible();
    await expect(page).toHaveTitle(/8/);

    const writes: string[] = [];
    page.on("request", (request) => request.method() === "POST" && writes.push(request.url()));
    await rows.first().click();
    await expect(page.getByText("hello@lanternpost.example")).toBeVisible();
    await expect(page.frameLocator("iframe").getByText("482913").first()).toBeVisible();
    expect((await page.locator("iframe").boundingBox())?.height).toBe(limits.inboxFrameHeight);
    expect(await page.locator("iframe").getAttribute("sandbox")).toBe("allow-popups allow-popups-to-escape-sandbox");
    expect(writes).toEqual([]);
    await expect(page).toHaveTitle(/7/);
    await page.reload();
    await expect(rows).toHaveCount(8);
    await expect(page).toHaveTitle(/7/);
  });

  test("shows a message's own image, and loads nothing from anywhere else (threat 23)", async ({
    page,
    mayfly,
    logIn,
  }) => {
    await logIn(inbox("demo@mayfly.test"));
    const outside: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(mayfly.url) && !/^(data|blob|about):/.test(request.url()))
        outside.push(request.url());
    });
    await rowsOf(page).filter({ hasText: "Birchcup" }).click();
    const logo = page.frameLocator("iframe").locator("img").first();
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(outside).toEqual([]);
  });

  test("searches what is loaded, without a call (I11, I22, I23, I48 to I51)", async ({ page, logIn }) => {
    await logIn(inbox("demo@mayfly.test"));
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(8);
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
    const search = page.getByPlaceholder(inboxTexts.search);
    for (const [term, count] of [
      ["LANTERNPOST CODE", 1],
      ["zettelhafen", 1],
      ["rechnung-zzz", 0],
    ] as const) {
      await search.fill(term);
      await expect(rows).toHaveCount(count);
    }
    await expect(page.getByText(inboxTexts.noMatch)).toBeVisible();
    await expect(page.getByText(inboxTexts.noMatchHint("rechnung-zzz"))).toBeVisible();
    expect(calls).toEqual([]);
  });

  test("pushes new mail to the top, for the open address only (I44 to I47, I88, M12, P97)", async ({
    page,
    mayfly,
    logIn,
  }) => {
    const address = "billing@mayfly.test";
    await logIn();
    const heard = listening(page);
    await page.goto(inbox(address));
    await heard;
    await expect(page.getByText(inboxTexts.empty)).toBeVisible();
    await expect(page.getByText(inboxTexts.emptyHint)).toBeVisible();
    await expect(page.getByText(inboxTexts.count(0))).toBeVisible();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 5_000);
    const delivery = { host: "127.0.0.1", port: mayfly.smtpPort };
    await sendMail({ ...delivery, to: "signup-test@mayfly.test", raw: mail("for another") });
    await sendMail({ ...delivery, to: address, raw: mail("first", "x".repeat(300)) });
    await sendMail({ ...delivery, to: address, raw: mail("<b>second</b>") });
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText("<b>second</b>");
    await expect(rows.last()).toContainText(`${"x".repeat(limits.inboxRowPreview)}...`);
    await expect(page.getByText(inboxTexts.count(2))).toBeVisible();
    const notice = page.getByText(inboxTexts.newMail("<b>second</b>"), { exact: true });
    await expect(notice).toBeVisible();
    await page.clock.runFor(limits.inboxNewMailNotice + 1000);
    await expect(notice).toBeHidden();
    await expect(page.getByText("for another")).toBeHidden();
  });

  test("loads the next page near the end, once, until there is no more (I15, I27, I28, I34 to I39, P87)", async ({
    page,
    mayfly,
    logIn,
  }) => {
    const address = "signup-test@mayfly.test";
    for (let no = 1; no <= 45; no += 1) {
      await sendMail({ host: "127.0.0.1", port: mayfly.smtpPort, to: address, raw: mail(`no ${no}`) });
    }
    const starts: (string | null)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(get.path)) starts.push(new URLSearchParams(request.postData() ?? "").get("start"));
    });
    await logIn(inbox(address));
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(20);
    await expect(page.getByText(`${inboxTexts.count(20)} ${inboxTexts.more}`)).toBeVisible();
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(40);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(45);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(page.getByText(inboxTexts.end)).toBeVisible();
    expect(starts.filter((start) => start !== "0")).toEqual(["20", "40"]);
    const subjects = await rows.allTextContents();
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  test("misses nothing while the connection is away (gap-free)", async ({ page, mayfly, logIn, context }) => {
    const address = "demo@mayfly.test";
    await logIn(inbox(address));
    const rows = rowsOf(page);
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    await context.setOffline(true);
    await sendMail({ host: "127.0.0.1", port: mayfly.smtpPort, to: address, raw: mail("while away") });
    await context.setOffline(false);
    await expect(rows.first()).toContainText("while away", { timeout: 20_000 });
    await expect(rows).toHaveCount(before + 1);
  });

  test("is worked by the keyboard (look: j, k, Enter, /, c)", async ({ page, logIn }) => {
    await logIn(inbox("demo@mayfly.test"));
    await expect(rowsOf(page).first()).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.locator("iframe")).toBeVisible();
    await page.keyboard.press("c");
    await expect(page.getByText(inboxTexts.addressCopied, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("demo@mayfly.test");
    await page.keyboard.press("/");
    await expect(page.getByPlaceholder(inboxTexts.search)).toBeFocused();
  });

  test("shows one pane at a time on a phone, and nothing wider than it", async ({ page, logIn }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await logIn(inbox("demo@mayfly.test"));
    await rowsOf(page).filter({ hasText: "Birchcup" }).click();
    await expect(page.locator("iframe")).toBeVisible();
    await expect(rowsOf(page).first()).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(rowsOf(page).first()).toBeVisible();
  });
});

test.describe("what goes wrong in the inbox", () => {
  const refused = (message: string) => ({ status: 500, json: { message } });

  for (const word of ["network", "server", "connection", "timeout", "unauthorized", "forbidden"]) {
    test(`a list failure that speaks of "${word}" is shown (I71)`, async ({ page, logIn }) => {
      await logIn();
      await page.route(`**${get.path}`, (route) => route.fulfill(refused(`Some ${word} trouble`)));
      await page.goto(inbox("demo@mayfly.test"));
      await expect(page.getByText(`Some ${word} trouble`).first()).toBeVisible();
    });
  }

  test("any other list failure empties the list quietly (I72, I74)", async ({ page, logIn }) => {
    await logIn();
    await page.route(`**${get.path}`, (route) => route.fulfill(refused("foo")));
    await page.goto(inbox("demo@mayfly.test"));
    await expect(page.getByText(inboxTexts.empty)).toBeVisible();
    await expect(page.getByText("foo", { exact: true })).toHaveCount(0);
  });

  test("a list that cannot be fetched says that the server is out of reach (I75, P91)", async ({ page, logIn }) => {
    await logIn();
    await page.route(`**${get.path}`, (route) => route.abort());
    await page.goto(inbox("demo@mayfly.test"));
    await expect(page.getByText("Network error: Unable to connect to server").first()).toBeVisible();
  });

  test("a message that cannot be loaded says so, in each case its own way (I77, I78)", async ({ page, logIn }) => {
    await logIn(inbox("demo@mayfly.test"));
    await page.route(`**${getdoc.path}?*`, (route) => route.fulfill({ status: 500, body: "" }));
    await rowsOf(page).nth(1).click();
    await expect(page.getByText(inboxTexts.detailFailed).first()).toBeVisible();
    await page.unroute(`**${getdoc.path}?*`);
    await page.route(`**${getdoc.path}?*`, (route) => route.abort());
    await rowsOf(page).nth(2).click();
    await expect(page.getByText(inboxTexts.detailUnexpected).first()).toBeVisible();
  });
});
