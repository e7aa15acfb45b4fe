import { contracts, type TimelineEntry } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { faults } from "./axe.ts";
import { expect, mail, rowsOf, test } from "./page.ts";
import { callsOf, fails, hold, nothingAsked, says, stub } from "./stub.ts";

const { get_timeline } = contracts.inbox;

test("tells on a tab what happened to a message, and what has happened since (row R09)", async ({
  page,
  address,
  deliver,
  mayfly,
  openInbox,
  rootDb,
}) => {
  await openInbox(address);
  await deliver(address, mail("followed"));
  const asked: string[] = [];
  page.on("request", (request) => {
    if (callsOf(get_timeline).test(request.url())) asked.push(request.url());
  });
  await rowsOf(page).first().getByRole("link").click();
  await page.getByRole("tab", { name: "Source", exact: true }).click();
  await expect(page.getByRole("region", { name: "Source" })).toBeVisible();
  await nothingAsked(page, asked);

  // Pushes and openings are noted after the reply.
  const { name: message } = await rootDb.customerInbox.findFirstOrThrow({ where: { recipients: address } });
  await expect.poll(() => rootDb.timelineEntry.count({ where: { message } })).toBe(2);

  /** The focus follows a key in a later turn: a second key at once would start from the tab before. */
  const goTo = async (name: string, key: string) => {
    await page.keyboard.press(key);
    await expect(page.getByRole("tab", { name, exact: true })).toBeFocused();
  };
  await goTo("Delivery", "ArrowRight");
  const entries = page.getByRole("region", { name: "Delivery" }).getByRole("list").getByRole("listitem");
  const shown = ["Connected", "Encryption", "Stored", "Accepted", "Shown in open inboxes", "Opened"];
  await expect(entries).toContainText(shown);
  await expect(entries.first()).toContainText("127.0.0.1");
  await expect(entries.nth(2)).toContainText(`for ${address}`);
  await expect(entries.last()).toContainText(mayfly.login);
  await expect(entries.first().locator("time")).toHaveText(/:\d\d:\d\d/);
  const times = await entries.locator("time").evaluateAll((all) => all.map((one) => one.getAttribute("datetime")));
  expect(times).toEqual(times.toSorted());
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("region", { name: "Delivery" })).toBeFocused();
  expect(await faults(page)).toEqual([]);
});

test("waits for what happened, loads it on request if that failed, and fits a phone", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/status of 500/);
  const long = `${"very-long-name-of-a-webhook".repeat(5)}@${"lakeside".repeat(7)}.example`;
  const entry = (what: TimelineEntry["what"]) => ({
    what,
    creation: new Date().toISOString(),
    who: long,
    detail: long,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await deliver(address, mail("followed"));
  await openInbox(address);
  await stub(page, get_timeline, says([entry("webhook"), entry("claimed"), entry("acknowledged")]));
  await stub(page, get_timeline, fails, { times: 1 });
  const release = await hold(page, get_timeline);
  await rowsOf(page).first().getByRole("link").click();
  const panel = page.getByRole("tabpanel");
  await page.getByRole("tab", { name: "Delivery", exact: true }).click();
  await expect(panel.getByRole("status", { name: "Loading" })).toBeVisible();
  release();
  await expect(panel.getByText(inboxTexts.detailFailed)).toBeVisible();
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("listitem")).toContainText(["Webhook", "Claimed by a program", "Acknowledged"]);
  for (const part of [page.getByRole("region", { name: "Delivery" }), page.getByRole("article")]) {
    expect(await part.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  }
});
