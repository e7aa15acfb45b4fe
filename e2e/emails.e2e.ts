import { contracts, type Email, email, emailTexts, limits, planRefusals } from "@mayfly/contracts";
import { searchDebounce } from "@mayfly/web/data/limits";
import { addressTexts } from "@mayfly/web/data/texts/address";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { emailScreenTexts } from "@mayfly/web/features/emails/texts";
import { planLimitTexts } from "@mayfly/web/parts/texts";
import { cards, row, stubEmails } from "./emails_page.ts";
import { clipboard, stopClock } from "./page.ts";
import { expect, test } from "./server.ts";
import { allAsked, fails, hold, posted, refuses, says, stopTime, stub, stubPlan } from "./stub.ts";

const { toggle_email } = email;

test.describe("the emails page", () => {
  test("shows how much of the plan is used, and disables creation at the limit or without the feature (D01 to D03, D07, D08, J14, J15)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    await stubEmails(page, []);
    const main = page.getByRole("main");
    for (const [feature, used, line, label, badges] of [
      [{ unlimited: 0, limit: 5 }, 3, "3 / 5 emails used", "Create Email", 0],
      [{ unlimited: 1, limit: 5 }, 9, "Unlimited emails", "Create Email", 0],
      // A limit of 0 means no limit.
      [{ unlimited: 0, limit: 0 }, 9, "Unlimited emails", "Create Email", 0],
      [{ unlimited: 0, limit: 1 }, 0, "0 / 1 email used", "Create Email", 0],
      [{ unlimited: 0, limit: 5 }, 5, "5 / 5 emails used", "Limit Reached", 2],
      [{ available: 0, unlimited: 0, limit: 0 }, 0, undefined, "Feature Unavailable", 0],
    ] as const) {
      await stubPlan(page, { email: feature }, { email: used });
      await page.goto("/dashboard/emails");
      const button = main.getByRole("button", { name: label });
      await expect(button).toBeVisible();
      expect(await button.isEnabled()).toBe(label === "Create Email");
      await expect(main.getByText(planLimitTexts.limitReached)).toHaveCount(badges);
      if (line === undefined) await expect(main.getByText(/emails used|Unlimited/)).toHaveCount(0);
      else await expect(main.getByText(line, { exact: true })).toBeVisible();
    }
  });

  test("lists five a page, newest first, with five page buttons (D09 to D14, P105), and counts up to 1001 (P100)", async ({
    page,
    enter,
  }) => {
    const emails = Array.from({ length: 40 }, (_, index) => row(`address-${index}`));
    const asked = await stubEmails(page, emails);
    await enter("/dashboard/emails");
    await expect(cards(page)).toHaveCount(limits.pageSize);
    await expect(page.getByText("Showing 1 to 5 of 40 emails")).toBeVisible();
    expect(asked.list[0]?.searchParams.get("order_by")).toBe("creation desc");
    expect(asked.count[0]).toMatchObject({ doctype: "Email", limit: limits.count });

    const pager = page.getByRole("navigation", { name: "Pages" });
    const numbers = pager.getByRole("button", { name: /^Page \d+$/ });
    const previous = pager.getByRole("button", { name: "Previous" });
    const next = pager.getByRole("button", { name: "Next" });
    await expect(numbers).toHaveText(["1", "2", "3", "4", "5"]);
    await expect(previous).toBeDisabled();
    await numbers.last().click();
    await next.click();
    await expect(numbers).toHaveText(["4", "5", "6", "7", "8"]);
    await expect(pager.getByRole("button", { name: "Page 6" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("Showing 26 to 30 of 40 emails")).toBeVisible();
    await expect(cards(page).first()).toContainText("address-25@mayfly.test");
    await previous.click();
    await expect(numbers).toHaveText(["3", "4", "5", "6", "7"]);
    await numbers.last().click();
    await next.click();
    await expect(numbers).toHaveText(["4", "5", "6", "7", "8"]);
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();

    emails.push(...Array.from({ length: 1200 }, (_, index) => row(`address-${40 + index}`)));
    await page.reload();
    await expect(page.getByText("Showing 36 to 40 of 1001 emails")).toBeVisible();
    // Rows beyond those that are counted are there all the same.
    await page.goto("/dashboard/emails?page=201");
    await expect(page.getByText("Showing 1001 to 1005 of 1001+ emails")).toBeVisible();
    await next.click();
    await expect(page.getByText("Showing 1006 to 1010 of 1001+ emails")).toBeVisible();
    await page.goto("/dashboard/emails?page=248");
    await expect(cards(page)).toHaveCount(limits.pageSize);
    // The page is full, so that there may be another. If there is none, this is the last that is known.
    const beyond = page.waitForURL(/page=249/);
    await next.click();
    await beyond;
    await expect(page).toHaveURL(/page=248/);
    await expect(page.getByRole("button", { name: "Page 248" })).toHaveAttribute("aria-current", "page");
  });

  test("restores its page and search on Back, and keeps the page buttons when a page fails to load", async ({
    page,
    enter,
  }) => {
    await stubEmails(
      page,
      Array.from({ length: 12 }, (_, index) => row(`address-${index}`)),
    );
    await enter("/dashboard/emails");
    const search = page.getByRole("searchbox", { name: "Search emails" });
    await search.fill("address");
    await expect(page).toHaveURL("/dashboard/emails?search=address");
    await page.getByRole("button", { name: "Page 2" }).click();
    await expect(page.getByText("Showing 6 to 10 of 12 emails")).toBeVisible();
    await page.getByRole("link", { name: "Domains" }).click();
    await expect(page.getByRole("list", { name: "Domains", exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Showing 6 to 10 of 12 emails")).toBeVisible();
    await expect(search).toHaveValue("address");
    // The link in the navigation leads to all addresses.
    await page.getByRole("link", { name: "Emails", exact: true }).click();
    await expect(search).toHaveValue("");
    await page.goBack();
    await expect(search).toHaveValue("address");
    await expect(page.getByText("Showing 6 to 10 of 12 emails")).toBeVisible();
    // Back goes from page to page before it leaves the list, and not through the terms that were typed.
    await page.goBack();
    await expect(page.getByText("Showing 1 to 5 of 12 emails")).toBeVisible();
    await page.goForward();
    await expect(page.getByText("Showing 6 to 10 of 12 emails")).toBeVisible();

    await stub(page, contracts.resource.list, fails);
    await page.getByRole("button", { name: "Page 3" }).click();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Page 3" })).toBeFocused();
    await page.getByRole("button", { name: "Page 2" }).click();
    await expect(page.getByText("Showing 6 to 10 of 12 emails")).toBeVisible();
  });

  test("goes to the last remaining page when the list has become shorter (D13)", async ({ page, enter }) => {
    const emails = Array.from({ length: 32 }, (_, index) => row(`address-${index}`));
    await stubEmails(page, emails);
    await stub(page, toggle_email, says({ success: true }));
    await enter("/dashboard/emails");
    const pager = page.getByRole("navigation", { name: "Pages" });
    await pager.getByRole("button", { name: "Page 5" }).click();
    await pager.getByRole("button", { name: "Page 7" }).click();
    await expect(page.getByText("Showing 31 to 32 of 32 emails")).toBeVisible();
    emails.length = 12;
    await cards(page).first().getByRole("switch").click();
    await expect(page.getByText("Showing 11 to 12 of 12 emails")).toBeVisible();
    await expect(cards(page)).toHaveCount(2);
    await expect(pager.getByRole("button", { name: "Page 3" })).toHaveAttribute("aria-current", "page");
  });

  test("shows a long reason in full on a phone", async ({ page, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const reason = "x".repeat(limits.emailReasonMax);
    await stubEmails(page, [row("long", { reason })]);
    await enter("/dashboard/emails");
    const shown = page.getByText(reason);
    await expect(shown).toBeVisible();
    expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test("keeps the page while the next one loads, which appears even if an address is toggled meanwhile (D66, P103)", async ({
    page,
    enter,
  }) => {
    await stubEmails(
      page,
      Array.from({ length: 7 }, (_, index) => row(`address-${index}`)),
    );
    await stub(page, toggle_email, says({ success: true }));
    await enter("/dashboard/emails");
    await expect(cards(page)).toHaveCount(5);
    const release = await hold(page, contracts.resource.list);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("region", { name: "Emails" })).toHaveAttribute("aria-busy", "true");
    await expect(cards(page)).toHaveCount(5);
    await expect(page.getByText("Showing 1 to 5 of 7 emails")).toBeVisible();
    await expect(page.getByRole("button", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
    const switched = page.waitForResponse(`**${toggle_email.path}`);
    await cards(page).first().getByRole("switch").click();
    await switched;
    release();
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByText("Showing 6 to 7 of 7 emails")).toBeVisible();
    await expect(page.getByText(emailScreenTexts.toggleFailed)).toHaveCount(0);
  });

  test("searches at the server, once, 500 ms after the last key, from page 1 (D04, D05, D15, P119)", async ({
    page,
    enter,
  }) => {
    const asked = await stubEmails(page, [
      ...Array.from({ length: 7 }, (_, index) => row(`address-${index}`)),
      row("needle"),
    ]);
    await page.clock.install();
    await enter("/dashboard/emails?page=2");
    await expect(cards(page)).toHaveCount(3);
    const before = asked.list.length;
    const search = page.getByRole("searchbox", { name: "Search emails" });
    await stopClock(page);
    for (const keys of ["need", "le"]) {
      await search.pressSequentially(keys);
      await page.clock.runFor(searchDebounce - 1);
    }
    await allAsked(page);
    expect(asked.list).toHaveLength(before);
    await page.clock.runFor(1);
    await expect.poll(() => asked.list.length).toBe(before + 1);
    await page.clock.resume();
    await expect(cards(page)).toHaveText([/needle@mayfly\.test/]);
    await expect(page.getByText("Showing 1 to 1 of 1 email")).toBeVisible();
    expect(asked.list).toHaveLength(before + 1);
    await expect(page).toHaveURL("/dashboard/emails?search=needle");
    const { searchParams } = asked.list.at(-1) as URL;
    expect(JSON.parse(searchParams.get("filters") ?? "")).toEqual([["email_name", "like", "%needle%"]]);
    expect(searchParams.get("limit_start")).toBe("0");
    expect(asked.count.at(-1)).toMatchObject({ doctype: "Email", filters: [["email_name", "like", "%needle%"]] });

    // Screen readers are told the result too.
    const told = page.getByRole("main").getByRole("status");
    await search.fill("no-such-address");
    await expect(told.filter({ hasText: "No emails found" })).toBeVisible();
    await search.clear();
    await expect(told.filter({ hasText: "Showing 1 to 5 of 8 emails" })).toBeVisible();
    // A pasted text is cut, because the server accepts no search of that length.
    await search.fill("x".repeat(1_200));
    await expect(search).toHaveValue("x".repeat(320));
  });

  test("says when there are no addresses, and when the list or its count cannot be loaded", async ({ page, enter }) => {
    await stubEmails(page, []);
    await stub(page, contracts.resource.list, "no connection", { times: 1 });
    await stub(page, contracts.reportview.get_count, refuses(417, "Not counted"), { times: 1 });
    await enter("/dashboard/emails");
    const again = page.getByRole("button", { name: "Try again" });
    await expect(page.getByText(connectionTexts.networkError)).toBeVisible();
    await again.click();
    await expect(page.getByText("No emails yet")).toBeVisible();
    // The count is a call of its own (D13, D14).
    await expect(page.getByText("Not counted", { exact: true })).toBeVisible();
    await again.click();
    await expect(again).toBeHidden();
    await expect(page.getByRole("main").getByRole("button", { name: /address/i })).toHaveText(["New address"]);
  });

  test.describe("in German", () => {
    test.use({ locale: "de-DE" });

    test("labels status and expiry by the browser's calendar, and formats dates for its language (D16, D17, D26 to D33, P134, P135)", async ({
      page,
      startSession,
    }) => {
      const noon = new Date();
      noon.setHours(12, 0, 0, 0);
      const at = (days: number, hours: number) => {
        const date = new Date(noon);
        date.setDate(date.getDate() + days);
        date.setHours(hours, 1, 0, 0);
        return date.toISOString();
      };
      const far = at(8, 0);
      const cases: [Partial<Email>, string, string][] = [
        [{ expiry: null }, "Active", "Expires Never"],
        [{ expiry: at(0, 23) }, "Active", "Expires today"],
        [{ expiry: at(1, 0) }, "Active", "Expires tomorrow"],
        [{ expiry: at(7, 23) }, "Active", "Expires in 7 days"],
        [{ expiry: far }, "Active", new Date(far).toLocaleDateString("de", { dateStyle: "medium" })],
        [{ expiry: at(-1, 0), is_active: 0 }, "Expired", "Expired"],
        [{ expiry: at(2, 0), is_active: 0 }, "Active", "Expires in 2 days"],
        [{ expiry: at(-1, 0), is_active: 1 }, "Active", "Expired"],
      ];
      await stopTime(page, noon);
      // The narrowest window.
      await page.setViewportSize({ width: 320, height: 800 });
      await startSession();
      for (const part of [cases.slice(0, 5), cases.slice(5)]) {
        await stubEmails(
          page,
          part.map(([over], index) => row(`address-${index}`, over)),
        );
        await page.goto("/dashboard/emails");
        for (const [index, [, status, label]] of part.entries()) {
          const card = cards(page).nth(index);
          await expect(card).toContainText(`address-${index}@mayfly.test`);
          await expect(card).toContainText(label + status);
          const [whole, toggle] = [await card.boundingBox(), await card.getByRole("switch").boundingBox()];
          expect((toggle?.x ?? 0) + (toggle?.width ?? 0)).toBeLessThan((whole?.x ?? 0) + (whole?.width ?? 0));
        }
      }
    });
  });

  test("copies an address or says that it cannot (D18 to D20), and opens its inbox in a new tab (D21)", async ({
    page,
    enter,
    context,
  }) => {
    // On the server, other tests may have made newer addresses, which fill the first page.
    await stubEmails(page, [row("demo"), row("billing")]);
    await enter("/dashboard/emails");
    const copy = page.getByRole("button", { name: "Copy demo@mayfly.test" });
    await copy.click();
    await expect(page.getByText(addressTexts.copied, { exact: true })).toBeVisible();
    await expect.poll(() => clipboard(page)).toBe("demo@mayfly.test");
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    });
    await copy.click();
    await expect(page.getByText(addressTexts.copyFailed, { exact: true })).toBeVisible();

    // Without TLS there is no navigator.clipboard, and copying works all the same.
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.getByRole("button", { name: "Copy billing@mayfly.test" }).press("Enter");
    await expect(page.getByText(addressTexts.copied, { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy billing@mayfly.test" })).toBeFocused();
    const search = page.getByRole("searchbox");
    await search.press("ControlOrMeta+v");
    await expect(search).toHaveValue("billing@mayfly.test");
    await search.clear();

    for (const name of ["demo@mayfly.test", "Open the inbox of demo@mayfly.test"]) {
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name, exact: true }).click();
      await expect(await opened).toHaveURL("/inbox?email=demo%40mayfly.test");
    }
  });

  test("labels an address with tags and a note, and filters by a tag and a run (row T06)", async ({
    page,
    enter,
    rootDb,
    mayfly,
  }) => {
    const address = "labelled@mayfly.test";
    const { company } = await rootDb.member.findUniqueOrThrow({ where: { name: mayfly.login } });
    await rootDb.email.create({
      data: { email_name: address, domain_name: "mayfly.test", company, owner: mayfly.login, run: "ci/4711" },
    });
    await enter(`/dashboard/emails?search=${address}`);
    const card = cards(page).filter({ hasText: address });
    await card.getByRole("button", { name: emailScreenTexts.label(address) }).click();
    const dialog = page.getByRole("dialog", { name: "Tags and Note" });
    const save = dialog.getByRole("button", { name: "Save" });
    await dialog.getByLabel("Tags").fill("Smoke, a_b");
    await save.click();
    await expect(dialog.getByText(emailTexts.tagInvalid)).toBeVisible();
    await dialog.getByLabel("Tags").fill("Smoke nightly, smoke");
    await dialog.getByLabel("Note").fill("n".repeat(501));
    await expect(dialog.getByText(emailTexts.noteTooLong)).toBeVisible();
    await save.click();
    await dialog.getByLabel("Note").fill("For the checkout team.\nAsk Ada before you change it.");
    await save.click();
    await expect(page.getByText(emailTexts.labelled)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText("Ask Ada before you change it.");

    await page.goto("/dashboard/emails");
    await card.getByRole("button", { name: emailScreenTexts.onlyTag("nightly") }).click();
    await expect(page).toHaveURL(/[?&]tag=nightly/);
    await expect(cards(page)).toHaveCount(1);
    await card.getByRole("button", { name: emailScreenTexts.onlyRun("ci/4711") }).click();
    await expect(page).toHaveURL(/tag=nightly&run=ci%2F4711/);
    await page.reload();
    await expect(cards(page)).toHaveCount(1);
    const chosen = page.getByRole("button", { name: "Tag: nightly" });
    await chosen.click();
    await expect(chosen).toHaveCount(0);
    await expect(page).toHaveURL(/\?run=ci%2F4711$/);
    await page.getByRole("button", { name: "Run: ci/4711" }).click();
    await expect(page).toHaveURL("/dashboard/emails");
  });

  test("reverts a refused toggle and says why (D22, D25, P80)", async ({ page, enter }) => {
    await stubEmails(page, [row("one"), row("two", { is_active: 0, expiry: new Date(0).toISOString() })]);
    const sent: object[] = [];
    let answer = fails;
    await stub(page, toggle_email, (route) => {
      sent.push(posted(route));
      return route.fulfill(answer);
    });
    await enter("/dashboard/emails");
    const [one, two] = [cards(page).nth(0), cards(page).nth(1)];
    const release = await hold(page, toggle_email);
    await one.getByRole("switch").click();
    // The change is shown before the server has answered.
    await expect(one.getByRole("switch")).not.toBeChecked();
    await expect(one).toContainText("Deactivated");
    await expect(one.getByRole("switch")).toBeFocused();
    release();
    await expect(page.getByText(emailScreenTexts.toggleFailed, { exact: true })).toBeVisible();
    await expect(one.getByRole("switch")).toBeChecked();
    await expect(one).toContainText("Expires Never");

    answer = refuses(417, planRefusals.email.full(5));
    await two.getByRole("switch").click();
    await expect(page.getByText(planRefusals.email.full(5), { exact: true })).toBeVisible();
    await expect(two.getByRole("switch")).not.toBeChecked();
    expect(sent).toEqual([{ email: "one@mayfly.test" }, { email: "two@mayfly.test", action: "activate" }]);
  });
});
