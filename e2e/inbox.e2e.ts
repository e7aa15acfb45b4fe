import { contracts, limits } from "@mayfly/contracts";
import {
  copyNoticeMilliseconds,
  gatherMilliseconds,
  livePreviewLength,
  newMailNoticeMilliseconds,
  previewLength,
  rowPreviewLength,
} from "@mayfly/web/features/inbox/limits";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import {
  clipboard,
  colleague,
  expect,
  html,
  inboxOf,
  mail,
  pagesAsked,
  pollRunning,
  rowsOf,
  stopClock,
  test,
  toastsOf,
  unread,
} from "./page.ts";
import { callsOf, nothingAsked, undrawn } from "./stub.ts";

const { getdoc } = contracts.load;

test("explains an empty inbox and an inactive or unknown address, and loads the list again on Refresh (I10, I20, I21, I24, I25, I87)", async ({
  page,
  address,
  openInbox,
}) => {
  await openInbox(address);
  await expect(page.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
  await expect(page.getByText(inboxTexts.emptyHint)).toBeVisible();
  await expect(page.getByText(inboxTexts.count(0), { exact: true })).toBeVisible();
  await expect(page.getByText(inboxTexts.nothingSelected)).toBeVisible();
  await expect(page.getByText(inboxTexts.nothingSelectedHint)).toBeVisible();

  // Refreshing keeps the address, and starts at the first page.
  const asked = pagesAsked(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]?.get("start")).toBe("0");
  expect(asked[0]?.get("filters")).toContain(address);
  await expect(page).toHaveURL(inboxOf(address));

  // Somebody else stops the address, and revives it: a refresh shows it, and so does coming back to the tab.
  const toggle = (form: object) =>
    page.request.post(contracts.email.toggle_email.path, { form: { email: address, ...form } });
  const stopped = page.getByText("This address is not active", { exact: true });
  await toggle({});
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(stopped).toBeVisible();
  await toggle({ action: "activate" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(stopped).toBeHidden();

  // The inbox of an address that takes no mail says so instead.
  await toggle({});
  for (const [where, fault, why] of [
    [address, "This address is not active", /^This address is not active, so/],
    ["nobody-has-it@mayfly.test", "Unknown address", /^This address does not exist, or/],
  ] as const) {
    await openInbox(where);
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
    await expect(page.getByText(why)).toBeVisible();
    await expect(page.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
    await expect(page.getByText(inboxTexts.emptyHint)).toHaveCount(0);
  }
});

test("lists and opens messages, and remembers for each user what was read (I04, I08, I09, I13, I14, I16 to I19, I31, I39 to I43, I52, I60, I85, I86, K44 to K46, P56, P86)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("older"), mail("newer", "The body"));
  const asked = pagesAsked(page);
  await openInbox(address);
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    doctype: "Customer Inbox",
    order_by: "modified desc",
    view: "List",
    group_by: "",
    with_comment_count: "1",
    fields: expect.stringContaining('"subject"'),
    start: "0",
    page_length: String(limits.inboxPageSize),
    filters: JSON.stringify([["recipients", "=", address]]),
  });
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(inboxTexts.count(2), { exact: true })).toBeVisible();
  await expect(page.getByText(inboxTexts.end)).toBeVisible();
  await expect(page.getByRole("button", { name: address })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Ada Bergström", { exact: true })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Lakeside Software")).toBeVisible();
  await expect(page).toHaveTitle(`(2) ${address} · Mayfly`);
  const width = (await page.getByRole("region", { name: "List" }).boundingBox())?.width ?? 0;
  expect(width / 1440).toBeCloseTo(0.3, 1);

  const first = rows.first();
  await expect(unread(first)).toHaveCount(1);
  const writes: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && writes.push(request.url()));
  const detail = page.waitForResponse((response) => response.url().includes(getdoc.path));
  await first.click();
  await expect(unread(first)).toHaveCount(0);
  const { docs } = getdoc.output.parse(await (await detail).json());
  const pane = page.getByRole("article", { name: "Message" });
  await expect(pane.getByRole("heading", { name: "newer" })).toBeVisible();
  await expect(pane).toContainText("FromZoë <zoe@elsewhere.example>");
  await expect(pane).toContainText(`To${address}`);
  await expect(pane).toContainText(String(docs[0]?.["visibility"]));
  await expect(pane.locator("time")).toHaveText(/ ago$/);
  await expect(pane.locator("time")).toHaveAttribute("datetime", String(docs[0]?.["creation"]));
  await expect(first.locator("time")).toHaveAttribute("datetime", String(docs[0]?.["creation"]));
  await pane.locator("time").click();
  await expect(pane.locator("time")).toHaveText(/, \d{4} at \d/);
  await pane.locator("time").click();
  await expect(pane.locator("time")).toHaveText(/ ago$/);
  await expect(page.frameLocator("iframe").getByText("The body")).toBeVisible();
  await nothingAsked(page, writes);

  for (const [login, left] of [
    [undefined, 1],
    [colleague, 2],
  ] as const) {
    await openInbox(address, login);
    await expect(page).toHaveTitle(`(${left}) ${address} · Mayfly`);
    await expect(unread(rows.first())).toHaveCount(left - 1);
    await expect(unread(rows.last())).toHaveCount(1);
  }
});

test("shows relative times, past and future (I19), by the server's clock, even if the computer's is wrong", async ({
  page,
  rootDb,
  address,
  deliver,
  openInbox,
}) => {
  const hours = 3_600_000;
  const time = rowsOf(page).locator("time");
  await deliver(address, mail("timed"));
  const comesAt = (time: number) =>
    rootDb.customerInbox.updateMany({ where: { recipients: address }, data: { modified: new Date(time) } });

  await comesAt(Date.now() - 2 * hours);
  await page.clock.setFixedTime(Date.now() + 5 * hours);
  await openInbox(address);
  await expect(time).toHaveText("2 hours ago");
  // The data that comes with the page tells the server's time, and so do answers.
  await undrawn(page);
  await openInbox(address);
  await expect(time).toHaveText("2 hours ago");

  await comesAt(Date.now() + 2 * hours);
  await page.clock.setFixedTime(Date.now() - 5 * hours);
  await openInbox(address);
  await expect(time).toHaveText("in 2 hours");
  await time.hover();
  await expect(rowsOf(page).getByTitle(/^\w+day, \w+ \d+, 20\d\d at \d+:\d\d:\d\d/)).toHaveText("in 2 hours");
});

test("shows short previews in plain text, and texts for a missing sender and subject (I54 to I59, P88, P89)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const long = "0123456789".repeat(20);
  await deliver(
    address,
    html("long", `<style>p{}</style><p>${long}</p>`),
    html("spaced", "<p>One\n\n  <b>two</b></p>\t<i>three</i>"),
    "X-Nothing: here\r\n\r\nNobody's\r\n",
  );
  await openInbox(address);
  const rows = rowsOf(page);
  const preview = rows.filter({ hasText: "long" }).locator("[title]");
  await expect(preview).toHaveText(`${long.slice(0, rowPreviewLength)}...`);
  await expect(preview).toHaveAttribute("title", `${long.slice(0, previewLength)}...`);
  await expect(rows.filter({ hasText: "spaced" }).locator("[title]")).toHaveText(/^One two three$/);
  await expect(rows.first()).toContainText(inboxTexts.unknownSender);
  await expect(rows.first()).toContainText(inboxTexts.noSubject);
});

test("shows new mail at the top at once with a toast, for the open address only (I44 to I47, I88, M01, M12, P97)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("before"));
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  const long = "x".repeat(300);
  await deliver("demo@mayfly.test", mail("for another"));
  await deliver(address, mail("<b>new</b>", long));
  const rows = rowsOf(page);
  // Mail that comes right after other mail is gathered for a moment.
  await pollRunning(page, gatherMilliseconds, () => rows.count()).toBe(2);
  await expect(rows.first()).toContainText("<b>new</b>");
  await expect(unread(rows.first())).toHaveCount(1);
  await expect(rows.first().locator("[title]")).toHaveAttribute("title", `${"x".repeat(livePreviewLength)}...`);
  await expect(page.getByText(inboxTexts.count(2), { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`(2) ${address} · Mayfly`);

  const notice = toastsOf(page);
  await expect(notice.getByText(inboxTexts.newMail("<b>new</b>"), { exact: true })).toBeVisible();
  const box = (await notice.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  expect(1440 - box.x - box.width).toBeLessThan(40);
  expect(box.y).toBeLessThan(40);
  await page.clock.runFor(newMailNoticeMilliseconds - 2 * gatherMilliseconds);
  await expect(notice).toBeVisible();
  await page.clock.runFor(3 * gatherMilliseconds);
  await expect(notice).toHaveCount(0);

  // The newest notice replaces the one before: the same toast, with a new text, announced again, and a time of its own.
  for (const [no, subject] of ["first", "second"].entries()) {
    await deliver(address, mail(subject));
    await pollRunning(page, gatherMilliseconds / 5, () => rows.count()).toBe(3 + no);
    // While the notice of one can be seen, it tells of both (row Y02).
    const said = no === 0 ? inboxTexts.newMail(subject) : inboxTexts.newMails(2);
    await pollRunning(page, gatherMilliseconds / 5, () => notice.textContent()).toContain(said);
    await expect(page.locator("[data-before]")).toHaveCount(no);
    await notice.evaluate((toast) => {
      for (const part of [toast, ...toast.querySelectorAll("p, [data-toast-progress]")])
        part.setAttribute("data-before", "");
    });
    // Together the two steps exceed the toast's time, but neither does alone.
    await page.clock.runFor(newMailNoticeMilliseconds * (no === 0 ? 0.5 : 0.8));
    await expect(notice).toBeVisible();
  }
  await expect(page.getByText("for another")).toHaveCount(0);
});

test("searches subject, sender and preview of the loaded messages, without a call (I11, I22, I23, I48 to I51)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  const other = ["From: Quentin <q@elsewhere.example>", "Subject: another", "", "Marmalade", ""].join("\r\n");
  await deliver(address, mail("hello you", "Breakfast"), other);
  await openInbox(address);
  const rows = rowsOf(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    // The addresses beside the list count their unread mail when they are ready.
    const isOfSearch =
      request.url().includes("/api/") && !callsOf(contracts.email.get_mail_summary).test(request.url());
    if (isOfSearch) calls.push(request.url());
  });
  const search = page.getByPlaceholder(inboxTexts.search);
  const found = page.getByRole("region", { name: "List" }).getByRole("status");
  for (const [term, subject] of [
    ["HELLO", "hello you"],
    ["quentin", "another"],
    ["marmalade", "another"],
  ] as const) {
    await search.fill(term);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(subject);
    await expect(found.getByText("1 of 2 match")).toBeVisible();
  }
  await search.fill("zzz");
  await expect(found).toContainText("0 of 2 match");
  await expect(page.getByText(inboxTexts.noMatch)).toBeVisible();
  await expect(page.getByText(inboxTexts.noMatchHint("zzz"))).toBeVisible();
  await search.fill("");
  await expect(rows).toHaveCount(2);
  await nothingAsked(page, calls);
});

test("copies the address when it is pressed, and says so for a second (I05 to I07, M12)", async ({
  page,
  address,
  openInbox,
}) => {
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  await page.getByRole("button", { name: address }).click();
  const notice = toastsOf(page);
  await expect(notice).toHaveText(inboxTexts.addressCopied);
  expect(await clipboard(page)).toBe(address);
  await page.clock.runFor(copyNoticeMilliseconds - 100);
  await expect(notice).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice).toHaveCount(0);
});

test("collapses the navigation, opens support in a new tab, and logs out (I02, I03, I12)", async ({
  page,
  address,
  openInbox,
}) => {
  await openInbox(address);
  const navigation = page.getByRole("navigation", { name: "Main" });
  const wide = (await navigation.boundingBox())?.width ?? 0;
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await expect.poll(async () => (await navigation.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
  await page.getByRole("button", { name: "Expand navigation" }).click();
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBe(wide);

  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Support" }).click();
  const support = await opened;
  await expect(support).toHaveURL(/\/homepage#contact$/);
  await expect(support.getByRole("heading", { name: "Contact" })).toBeInViewport();

  await navigation.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(inboxOf(address));
  await expect(page).toHaveURL(/\/login$/);
});
