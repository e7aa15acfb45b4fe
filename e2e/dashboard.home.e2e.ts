import { contracts, limits, newNotificationLog, stats } from "@mayfly/contracts";
import { expect, test } from "./server.ts";
import { asMember, callsOf, fails, holdAnswer, lists, nothingAsked, says, stub } from "./stub.ts";

test.describe("the dashboard's home", () => {
  const notification = (index: number) => [
    `n${index}`,
    `Subject ${index}`,
    `<p>${"é".repeat(90)} <b>and more words than fit ${index}</b></p>`,
    "Email",
    new Date(Date.now() - index * 60_000).toISOString(),
  ];
  const keys = ["name", "subject", "email_content", "document_type", "creation"];

  test("shows how many emails, active emails, members and domains the company has (C03, C25 to C28)", async ({
    page,
    enter,
  }) => {
    const answer = page.waitForResponse((response) => response.url().endsWith(stats.get_dashboard_status.path));
    await enter();
    const { message } = (await (await answer).json()) as { message: Record<string, number> };
    for (const [label, key] of [
      ["Total Emails", "total_emails"],
      ["Active Emails", "active_emails"],
      ["Team Members", "team_members"],
      ["Domains", "domains"],
    ] as const) {
      const card = page.getByRole("main").locator("dl > div").filter({ hasText: label });
      await expect(card.locator("dd")).toHaveText(String(message[key]));
    }
    expect(message["total_emails"]).toBeGreaterThan(0);
  });

  test("lists the 20 newest notifications, shortened, in a region 500 px high (C32 to C35, C42, P108)", async ({
    page,
    enter,
  }) => {
    let asked: URLSearchParams | undefined;
    await stub(page, contracts.reportview.get, (route) => {
      asked = new URLSearchParams(route.request().postData() ?? "");
      const values = Array.from({ length: Number(asked.get("page_length")) }, (_, index) => notification(index));
      return route.fulfill(says({ keys, values }));
    });
    await enter();
    await expect(page.getByRole("heading", { name: "Recent Activity Changes" })).toBeVisible();
    const items = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
    await expect(items).toHaveCount(limits.recentNotifications);
    await expect(items.first()).toContainText("Subject 0");
    await expect(items.first()).toContainText(/é{90} and more \.\.\./);
    await expect(items.first()).toContainText("ago");
    expect((await page.getByRole("region", { name: "Activity" }).boundingBox())?.height).toBe(500);
    expect(asked?.get("doctype")).toBe("Notification Log");
    expect(asked?.get("order_by")).toBe("creation desc");
  });

  test("shows a notification that arrives while the list is loading", async ({ page, enter }) => {
    let heard = false;
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        heard ||= String(payload).includes(newNotificationLog);
      }),
    );
    const release = await holdAnswer(page, contracts.reportview.get);
    await enter();
    const made: string[] = [];
    await expect
      .poll(async () => {
        const answer = await page.request.post(contracts.email.create_email.path, { data: { domain: "mayfly.test" } });
        made.push((await answer.json()).message.email.email_name);
        return heard;
      })
      .toBe(true);
    release();
    await expect(page.getByRole("list", { name: "Activity" })).toContainText(made.at(-1) ?? "");
  });

  test("lists the 10 latest addresses, and filters them without a call (C36 to C38, C42, P119)", async ({
    page,
    enter,
  }) => {
    const asked: URL[] = [];
    await stub(page, contracts.resource.list, (route) => {
      asked.push(new URL(route.request().url()));
      const data = Array.from({ length: 10 }, (_, index) => ({
        email_name: `address-${index}@inbox.mayfly.test`,
        reason: "",
        expiry: "2099-12-24T12:00:00.000Z",
        is_active: 1,
        visibility: "Private",
        creation: new Date().toISOString(),
        owner: "ada@lakeside.example",
      }));
      return route.fulfill(lists(data));
    });
    await enter();
    const rows = page.getByRole("list", { name: "Recent emails" }).getByRole("listitem");
    await expect(rows).toHaveCount(limits.recentEmails);
    // The address is shown whole, also at the width from which the two panels stand side by side.
    await page.setViewportSize({ width: 1024, height: 900 });
    const address = rows.first().getByRole("link");
    expect(await address.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(asked.map(({ searchParams }) => searchParams.get("limit_page_length"))).toEqual(["10"]);
    expect(asked[0]?.searchParams.get("order_by")).toBe("creation desc");

    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
    const search = page.getByRole("searchbox", { name: "Search recent emails" });
    await search.fill("ADDRESS-7");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("address-7@inbox.mayfly.test");
    await search.fill("nowhere");
    await expect(page.getByText("No emails found")).toBeVisible();
    await nothingAsked(page, calls);
  });

  test("offers to load again each part that failed, and says what is empty", async ({ page, enter }) => {
    for (const contract of [contracts.resource.list, contracts.reportview.get, stats.get_dashboard_status])
      await stub(page, contract, fails);
    await enter();
    const retries = page.getByRole("main").getByRole("button", { name: "Try again" });
    await expect(retries).toHaveCount(3);
    await page.unroute(callsOf(stats.get_dashboard_status));
    await stub(page, contracts.resource.list, lists([]));
    await stub(page, contracts.reportview.get, says({ keys, values: [] }));
    for (let left = 3; left > 0; left -= 1) {
      await retries.first().click();
      await expect(retries).toHaveCount(left - 1);
      // The focus goes to what the button stood in: the page, or a panel of it.
      await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
    }
    await expect(page.getByText("No activity yet")).toBeVisible();
    // As tall as its words (row Y16).
    expect((await page.getByRole("region", { name: "Activity" }).boundingBox())?.height).toBeLessThan(300);
    await expect(page.getByText("No emails yet")).toBeVisible();
    // What makes an address stands at the top of the page, once.
    const main = page.getByRole("main");
    await expect(main.getByRole("button", { name: /address/i })).toHaveText(["New address"]);
    await expect(main.getByRole("button", { name: "Create Email" })).toHaveCount(1);
  });

  test("opens both dialogs for Administrators and returns the focus, and offers Members no invitation (C29 to C31, G56, D65)", async ({
    page,
    enter,
  }) => {
    await enter();
    for (const [name, title] of [
      ["Invite Team", "Invite Member"],
      ["Create Email", "Create Email"],
    ] as const) {
      const opener = page.getByRole("button", { name, exact: true });
      await opener.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(opener).toBeFocused();
    }

    await asMember(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Create Email" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Invite Team" })).toHaveCount(0);
  });
});
