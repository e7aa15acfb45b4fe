import { contracts, plan, planTexts } from "@mayfly/contracts";
import { planWallTexts } from "@mayfly/web/features/plan/texts";
import { faults } from "./axe.ts";
import { dashboardPages } from "./dashboard_pages.ts";
import { press } from "./page.ts";
import { expect, test } from "./server.ts";
import { fails, refuses, says, stopTime, stub, undrawn, withContact } from "./stub.ts";

const { get_stats } = plan;
const usage = (expiry_date: string) => ({ domain: 0, webhook: 0, team: 1, email: 0, expiry_date });
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test.describe("the plan's wall", () => {
  test("replaces every protected screen once the plan has expired, until it is renewed (C04, J08 to J12, P20, P31)", async ({
    page,
    startSession,
  }) => {
    await stub(page, get_stats, says(usage(day(-1))));
    await undrawn(page);
    await startSession();
    for (const path of [...dashboardPages.map(([, each]) => each), "/inbox", "/inbox?email=demo@mayfly.test"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: planWallTexts.expiredTitle }), path).toBeVisible();
      await expect(page.getByText(planTexts.expired, { exact: true })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    }
    const pricing = page.getByRole("link", { name: planWallTexts.viewPricing });
    await expect(pricing).toHaveAttribute("href", /\/homepage#pricing$/);
    await expect(pricing).toHaveAttribute("target", "_blank");
    // After a renewal, say in another tab, the wall goes; it comes when the server refuses a call as expired.
    await stub(page, get_stats, says(usage("")));
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("heading", { name: planWallTexts.expiredTitle })).toBeHidden();
    await page.goto("/dashboard/emails");
    const toggle = page.getByRole("main").getByRole("switch").first();
    await expect(toggle).toBeEnabled();
    await stub(page, get_stats, says(usage(day(-1))));
    await stub(page, contracts.email.toggle_email, refuses(403, planTexts.expired));
    await toggle.click();
    await expect(page.getByRole("heading", { name: planWallTexts.expiredTitle })).toBeVisible();
    await press(page.getByRole("button", { name: "Log out" }));
    await expect(page).toHaveURL("/login");
  });

  test("names whom to write to for a renewal, in a mail that names company and plan (Y09)", async ({
    page,
    startSession,
  }) => {
    await stub(page, get_stats, says(usage(day(-1))));
    await startSession();
    await page.goto("/dashboard");
    // Without CONTACT_EMAIL, the contact of the marketing site.
    const support = page.getByRole("link", { name: "our contact address" });
    await expect(support).toHaveAttribute("href", /\/homepage#contact$/);
    expect(await faults(page)).toEqual([]);
    await withContact(page, "sales@mail.example");
    await page.reload();
    const contact = page.getByRole("link", { name: "sales@mail.example" });
    const request = "Request%3A%20Renew%20the%20plan%0D%0A";
    const body = `Company%3A%20Lakeside%20Software%0D%0ACurrent%20plan%3A%20Business%0D%0A${request}`;
    const subject = "Renew%20the%20plan%3A%20Lakeside%20Software";
    await expect(contact).toHaveAttribute("href", `mailto:sales@mail.example?subject=${subject}&body=${body}`);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faults(page)).toEqual([]);
  });

  test("lets users in on the plan's last day (P22), without an expiry date (P21), and when the check fails (J13)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    await undrawn(page);
    // The day does not change during the test.
    await stopTime(page, new Date().setUTCHours(12, 0, 0, 0));
    for (const answer of [says(usage(day(0))), says(usage("")), fails, "no connection"] as const) {
      await stub(page, get_stats, answer);
      await page.goto("/inbox");
      await expect(page.getByRole("list", { name: "Messages" })).toBeVisible();
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    }
    // The page of emails asks again, for its own purposes.
    await stub(page, get_stats, "no answer");
    const asked = page.waitForRequest(`**${get_stats.path}`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Emails" }).click();
    await asked;
    await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  });
});
