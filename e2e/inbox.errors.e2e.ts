import { contracts } from "@mayfly/contracts";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { timeTexts } from "@mayfly/web/data/texts/time";
import { inboxNoticeWords, inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Page } from "@playwright/test";
import { button, expect, inboxOf, mail, rowsOf, test } from "./page.ts";
import { type Answer, callsOf, says, stub, undrawn } from "./stub.ts";

const { get } = contracts.reportview;
const { getdoc } = contracts.load;

const refused = (json: object) => ({ status: 500, json });

/** Answers the list like this from now on, and refreshes. */
async function refreshInto(page: Page, answer: Answer) {
  await stub(page, get, answer);
  const asked = page.waitForRequest(`**${get.path}`);
  await button(page, "Refresh").click();
  await (await asked).response();
}

test("shows a list failure that mentions the connection or permissions, and keeps the list (I71, M07, M08)", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/status of 500/);
  await deliver(address, mail("kept"));
  await openInbox(address);
  const notice = page.getByRole("alert");
  for (const word of inboxNoticeWords) {
    const text = `Some ${word.toUpperCase()} trouble`;
    await refreshInto(page, refused({ message: text }));
    await expect(notice).toContainText(text);
    await expect(rowsOf(page)).toHaveCount(1);
  }
  const _server_messages = JSON.stringify([JSON.stringify({ message: "A server's first" }), '{"message":"second"}']);
  await refreshInto(page, refused({ _server_messages, message: "network, but not first" }));
  await expect(notice).toContainText("A server's first");

  await page.unroute(callsOf(get));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);
  await expect(rowsOf(page)).toHaveCount(1);
});

test("empties the list on any other failure (I72), and on one without a text (I74), without an error", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/status of 500/);
  await deliver(address, mail("gone"));
  await openInbox(address);
  for (const body of [{ message: "foo" }, {}]) {
    await refreshInto(page, (route) => route.continue());
    await expect(rowsOf(page)).toHaveCount(1);
    await refreshInto(page, refused(body));
    await expect(rowsOf(page)).toHaveCount(0);
    await expect(page.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByText(/foo|Failed to fetch/)).toHaveCount(0);
  }
  // The inbox of all addresses has no address to copy.
  await undrawn(page);
  await page.goto("/inbox");
  await expect(page.getByText(inboxTexts.empty, { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Go to Emails" }).click();
  await expect(page).toHaveURL("/dashboard/emails");
});

test("a list that cannot be fetched says that the server is out of reach (I73, I75, P91)", async ({
  page,
  address,
  enter,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  await openInbox(address);
  const logged = page.waitForEvent("console", (line) => line.text().includes(inboxTexts.listNetwork));
  await stub(page, get, "no connection");
  await undrawn(page);
  await enter(inboxOf(address));
  await expect(page.getByText(connectionTexts.networkError, { exact: true })).toBeVisible();
  await expect(page.getByText(inboxTexts.empty, { exact: true })).toHaveCount(0);
  await logged;
});

test("shows an unexpected error if the answer is not a list (I76, P143)", async ({ page, address, openInbox }) => {
  await openInbox(address);
  await refreshInto(page, { body: "<html>", contentType: "text/html" });
  await expect(page.getByText(inboxTexts.listUnexpected, { exact: true })).toBeVisible();
});

test("tells a refused message from one that could not be fetched, and loads it on request (I77, I78)", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/status of 500|net::ERR_FAILED/);
  await deliver(address, mail("refused"), mail("cut"));
  await openInbox(address);
  await stub(page, getdoc, refused({ message: "network" }));
  await rowsOf(page).filter({ hasText: "refused" }).click();
  await expect(page.getByText(inboxTexts.detailFailed, { exact: true })).toBeVisible();
  await stub(page, getdoc, "no connection");
  await rowsOf(page).filter({ hasText: "cut" }).click();
  await expect(page.getByText(inboxTexts.detailUnexpected, { exact: true })).toBeVisible();
  await page.unroute(callsOf(getdoc));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "cut" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Message" })).toBeFocused();
});

test("shows different texts for an invalid and a missing time (I79, P90)", async ({ page, address, openInbox }) => {
  await openInbox(address);
  const values = [
    ["a", "nonsense", "broken"],
    ["b", null, "missing"],
  ];
  await refreshInto(page, says({ keys: ["name", "creation", "subject"], values }));
  await expect(rowsOf(page).filter({ hasText: "broken" })).toContainText(timeTexts.invalidDate);
  await expect(rowsOf(page).filter({ hasText: "missing" })).toContainText(timeTexts.unknownTime);
});
