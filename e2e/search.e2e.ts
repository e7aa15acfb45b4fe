import { contracts } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { searchTexts } from "@mayfly/web/features/search/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { button, clipboard, colleague, expect, inboxOf, mail, test } from "./page.ts";
import { fails, stub } from "./stub.ts";

const { get } = contracts.reportview;

const box = (page: Page) => page.getByRole("searchbox", { name: searchTexts.box });
const results = (page: Page) => page.getByRole("region", { name: "Results" }).getByRole("listitem");
const marks = (page: Page) => results(page).locator("mark");
const status = (page: Page) => page.getByRole("main").getByRole("status").first();

const receipt = (number: number) =>
  mail(`Your receipt RE-${number}`, `Thank you. Your order is on its way. Your code is ${number}.`, ["X-Shop: zebra"]);
const japanese = mail("=?utf-8?B?6aCY5Y+O5pu4?=", "東京の店での領収書です。", [
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
]);
const withFile = mail("Timetable", "See the file.", [
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
]).replace(
  "See the file.",
  [
    "--b",
    "",
    "See the file.",
    "--b",
    "Content-Type: application/pdf",
    'Content-Disposition: attachment; filename="quokka-plan.pdf"',
    "",
    "x",
    "--b--",
  ].join("\r\n"),
);

test("begins with the focus in its box, also with a query or after a reload (row T05)", async ({ page, enter }) => {
  for (const path of ["/dashboard/search", "/dashboard/search?q=order"]) {
    await enter(path);
    await expect(box(page)).toBeFocused();
  }
  await page.reload();
  await expect(box(page)).toBeFocused();
});

test("finds mail by number, half a word, Japanese, a file's name and a code, by the keyboard alone (row T05)", async ({
  page,
  address,
  deliver,
  enter,
}) => {
  await deliver(address, receipt(471_193), receipt(471_194), japanese, withFile);
  await enter("/dashboard");
  await expect(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("search ma");
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
  await expect(page.getByText(searchTexts.begin)).toBeVisible();
  expect(await faults(page)).toEqual([]);

  for (const [typed, found, marked] of [
    ["RE-471193", "Your receipt RE-471193", "RE-471193"],
    ["471193", "Your receipt RE-471193", "471193"],
    ["quokk", "Timetable", "quokk"],
    ["filename:quokka-plan.pdf", "Timetable", "quokka-plan.pdf"],
    ["東京の店", "領収書", "東京の店"],
    ["code:471194", "Your receipt RE-471194", undefined],
    [`in:${address} 471194`, "Your receipt RE-471194", "471194"],
  ] as const) {
    await box(page).fill(typed);
    await expect(page).toHaveURL(`/dashboard/search?q=${encodeURIComponent(typed)}`);
    await expect(results(page), typed).toHaveCount(1);
    await expect(results(page).first()).toContainText(found);
    if (marked !== undefined) await expect(marks(page).first()).toHaveText(marked);
    await expect(status(page)).toHaveText("1 email");
  }

  await box(page).fill(`in:${address} receipt`);
  await expect(results(page)).toHaveCount(2);
  expect(await faults(page)).toEqual([]);
  // Down to the second result and back, and into the message.
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await expect(results(page).nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox\?email=.*&message=/);
  await expect(page.getByRole("heading", { name: "Your receipt RE-471194" })).toBeVisible();
  // Closing it leads back to the results, where it is read now.
  await page.keyboard.press("Escape");
  await expect(results(page)).toHaveCount(2);
  await expect(results(page).nth(0)).not.toContainText("Unread");
  await expect(results(page).nth(1)).toContainText("Unread");
  await expect(results(page).nth(0).getByRole("link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box(page)).toHaveValue("");
  await expect(page.getByText(searchTexts.begin)).toBeVisible();
});

test("narrows a search by its operators, and says where it cannot be understood", async ({
  page,
  address,
  deliver,
  enter,
  allow,
}) => {
  await deliver(address, receipt(582_204), mail("Wombat news", "No code here, wombat."), mail("A wombat receipt"));
  await enter("/dashboard/search");
  const narrow = (name: string) => page.getByRole("list", { name: "Narrow the search" }).getByRole("button", { name });
  await box(page).fill(`in:${address}`);
  await expect(results(page)).toHaveCount(3);
  await narrow("has:code").click();
  await expect(box(page)).toHaveValue(`in:${address} has:code `);
  await expect(results(page)).toHaveCount(1);
  await narrow("Remove has:code").click();
  await expect(results(page)).toHaveCount(3);
  await narrow("subject:").click();
  await expect(box(page)).toBeFocused();
  await expect(status(page)).toHaveText(searchTexts.waiting("subject:"));
  await expect(results(page)).toHaveCount(3);
  await page.keyboard.type("wom");
  await expect(results(page)).toHaveCount(2);

  allow(/status of 417/);
  await box(page).fill("wombat is:maybe then");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("is: needs unread or read.");
  await expect(alert.locator(".decoration-wavy")).toHaveText("is:maybe");
  await expect(box(page)).toHaveAttribute("aria-invalid", "true");
  await expect(box(page)).toHaveAccessibleDescription(/is: needs unread or read\./);
  expect(await faults(page)).toEqual([]);
  await box(page).fill(`${"x".repeat(1_500)}`);
  await expect(alert).toContainText("At most 1000 characters.");
  for (const [text, wrong] of [
    ['"unclosed wombat', '"'],
    ["🎉 wombat", "🎉"],
    ["wombat ' OR 1=1; --", "'"],
    ["wombat OR ()", "()"],
    ["wombat %_\\", "%_\\"],
  ] as const) {
    await box(page).fill(text);
    await expect(alert.locator(".decoration-wavy")).toHaveText(wrong);
  }
  for (const text of ["שלום wombat", "(wombat|.*)", "“wombat”"]) {
    await box(page).fill(text);
    await expect(page).toHaveURL(`/dashboard/search?q=${encodeURIComponent(text)}`);
    await expect(alert).toHaveCount(0);
    await expect(page.getByText(searchTexts.loading)).toHaveCount(0);
  }
  await box(page).fill("nothing-like-this");
  await expect(page.getByText(searchTexts.none)).toBeVisible();
  await expect(page.getByText(searchTexts.noneHint("nothing-like-this"))).toBeVisible();
});

test("shows more page by page, tries again after a failure, and keeps its results through a reload", async ({
  page,
  address,
  deliver,
  enter,
  rootDb,
  allow,
}) => {
  await deliver(address, ...Array.from({ length: 45 }, (_, at) => mail(`Numbat ${at}`)));
  // What is not indexed yet is read, and a page may end before it is full.
  const { name: last } = await rootDb.customerInbox.findFirstOrThrow({
    where: { recipients: address },
    orderBy: { name: "desc" },
  });
  await expect.poll(() => rootDb.messageSearch.count({ where: { message: last } })).toBe(1);
  await enter(`/dashboard/search?q=${encodeURIComponent(`in:${address} numbat`)}`);
  await expect(results(page)).toHaveCount(20);
  await expect(results(page).first()).toContainText("Numbat 44");
  await expect(status(page)).toHaveText("20 emails (more available)");
  await button(page, searchTexts.more).click();
  await expect(results(page)).toHaveCount(40);
  allow(/Failed to load resource/);
  await stub(page, get, fails, { times: 1 });
  await button(page, searchTexts.more).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(results(page)).toHaveCount(40);
  await button(page, searchTexts.more).click();
  await expect(results(page)).toHaveCount(45);
  await expect(button(page, searchTexts.more)).toHaveCount(0);
  await expect(status(page)).toHaveText("45 emails");
  await page.reload();
  await expect(results(page)).toHaveCount(20);
  await expect(box(page)).toHaveValue(`in:${address} numbat`);
});

test("says up to when mail is found while the index is behind (row T03)", async ({ page, address, deliver, enter }) => {
  await deliver(address, mail("Wombat"));
  let indexed_to: string | undefined = new Date(0).toISOString();
  await stub(page, get, async (route) => {
    const response = await route.fetch();
    const { message } = await response.json();
    await route.fulfill({ response, json: { message: { ...message, ...(indexed_to && { indexed_to }) } } });
  });
  await enter(`/dashboard/search?q=${encodeURIComponent(`in:${address} wombat`)}`);
  await expect(page.getByText(searchTexts.nothingIndexed)).toBeVisible();
  await expect(results(page)).toHaveCount(1);
  expect(await faults(page)).toEqual([]);
  indexed_to = "2025-01-02T09:30:00.000Z";
  await page.reload();
  await expect(
    page.getByText(/^Mail that arrived after \d\d:\d\d on \d January 2025 is still being indexed\.$/),
  ).toBeVisible();
  indexed_to = undefined;
  await page.reload();
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByText(/being indexed/)).toHaveCount(0);
});

test("a shared search shows a colleague only what they may read (rows P54 to P56)", async ({
  page,
  address,
  rootDb,
  deliver,
  enter,
}) => {
  await deliver(address, mail("Bilby for all"));
  const { company, domain_name, owner } = await rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  const hidden = `hidden-${address}`;
  await rootDb.email.create({ data: { email_name: hidden, domain_name, company, owner, visibility: "Private" } });
  await deliver(hidden, mail("Bilby in secret"));
  await enter("/dashboard/search?q=bilby");
  await expect(results(page)).toHaveCount(2);
  const url = page.url();
  await page.context().clearCookies();
  await enter(url, colleague);
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText("Bilby for all");
});

test("the palette and the inbox lead on to all mail", async ({ page, address, deliver, openInbox }) => {
  await deliver(address, mail("Kowari", "What a quoll: says kowari."), mail("Other"));
  await openInbox(address);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("quoll");
  await expect(page.getByRole("option", { name: "Kowari" })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Kowari" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("quoll");
  await page.getByRole("option", { name: 'Show all emails with "quoll"' }).click();
  await expect(page).toHaveURL("/dashboard/search?q=quoll");
  await expect(marks(page)).toHaveText("quoll");

  // The inbox searches what it has loaded, and here that has no such word.
  await page.goto(inboxOf(address));
  await page.getByPlaceholder(inboxTexts.search).fill("quoll: says");
  await page.getByRole("link", { name: inboxTexts.searchAll }).click();
  await expect(page).toHaveURL(`/dashboard/search?q=${encodeURIComponent('"quoll: says"')}`);
  await expect(results(page)).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("finds mail, copies its code, opens it and comes back", async ({ page, address, deliver, enter }) => {
    await deliver(address, receipt(693_315));
    await enter("/dashboard");
    await page.getByRole("link", { name: "Search mail" }).tap();
    await box(page).fill("693315");
    await expect(results(page)).toHaveCount(1);
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const code = page.getByRole("button", { name: "Copy code 693315" });
    const preview = results(page).locator("a > bdi").last();
    const [chip, line] = await Promise.all([code.boundingBox(), preview.boundingBox()]);
    expect(chip?.y ?? 0).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
    await page.getByRole("button", { name: "Copy code 693315" }).tap();
    await expect.poll(() => clipboard(page)).toBe("693315");
    await results(page).getByRole("link").tap();
    await expect(page.getByRole("heading", { name: "Your receipt RE-693315" })).toBeVisible();
    await page.goBack();
    await expect(results(page)).toHaveCount(1);
  });
});
