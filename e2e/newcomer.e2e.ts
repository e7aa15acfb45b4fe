import { limits, sessionTexts, team, teamTexts } from "@mayfly/contracts";
import { sendMail } from "@mayfly/server/outgoing_mail/send_mail";
import { searchDebounce } from "@mayfly/web/data/limits";
import { addressTexts } from "@mayfly/web/data/texts/address";
import { sessionEndedTexts } from "@mayfly/web/data/texts/sessionEnded";
import { emailScreenTexts } from "@mayfly/web/features/emails/texts";
import { joinTexts } from "@mayfly/web/features/reset/texts";
import { teamScreenTexts } from "@mayfly/web/features/team/texts";
import { planLimitTexts } from "@mayfly/web/parts/texts";
import type { Page } from "@playwright/test";
import { logIn, newPassword, OwnMayfly, registerNavy } from "./new_company.ts";
import { button, field, pollRunning, press, visit } from "./page.ts";
import { expect, test } from "./server.ts";

const hour = 3_600_000;
const main = (page: Page) => page.getByRole("main");
const cards = (page: Page) => page.getByRole("list", { name: "Emails" }).getByRole("listitem");
const cardOf = (page: Page, address: string) => cards(page).filter({ hasText: address });
const people = (page: Page) => page.getByRole("list", { name: "Team Members" }).getByRole("listitem");
const badge = (page: Page, plan: string) => page.getByRole("banner").getByText(plan, { exact: true });

async function createEmail(page: Page, prefix: string, visibility = "Private") {
  await press(button(page, "Create Email"));
  const dialog = page.getByRole("dialog", { name: "Create Email" });
  await dialog.getByLabel("Domain").selectOption("mayfly.test");
  await dialog.getByLabel("Prefix").fill(prefix);
  await page.clock.runFor(searchDebounce);
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  await dialog.getByLabel("Visibility").selectOption(visibility);
  await button(page, "Create Email").last().click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, `${prefix}@mayfly.test`)).toBeVisible();
}

async function edit(page: Page, name: string, label: string, choice: string) {
  await button(page, `Edit ${name}`).click();
  const dialog = page.getByRole("dialog", { name: "Edit Member" });
  await dialog.getByLabel(label).selectOption(choice);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
}

test("a company's first days: plan limit, expiry, a larger plan, a colleague invited, demoted and deactivated", async ({
  browser,
}) => {
  await using own = await OwnMayfly.start();
  const { mayfly, sink } = own;
  const page = await own.open(browser);
  const deliver = (to: string) =>
    sendMail({ host: "127.0.0.1", port: mayfly.smtpPort, to, raw: Buffer.from("Subject: Hello\r\n\r\nBody\r\n") });

  await test.step("registers, proves the address, and finds an empty Starter company", async () => {
    await registerNavy(page, sink);
    await expect(badge(page, "Starter")).toBeVisible();
    await expect(main(page).getByText("No emails yet")).toBeVisible();
  });

  await test.step("makes addresses up to the limit, and sees the limit", async () => {
    await visit(page, "Emails");
    await createEmail(page, "one");
    await expect(cardOf(page, "one@mayfly.test")).toContainText("Expires tomorrow");
    for (const prefix of ["two", "three", "four", "five"]) await createEmail(page, prefix);
    await expect(main(page).getByText("5 / 5 emails used", { exact: true })).toBeVisible();
    await expect(button(page, planLimitTexts.limitReached)).toBeDisabled();
    expect(await deliver("one@mayfly.test")).toMatch(/^250/);
  });

  await test.step("lets one expire: its mail bounces at once, and it can be revived", async () => {
    await own.moveClock(25 * hour);
    await expect(deliver("one@mayfly.test")).rejects.toThrow("550 5.2.1");
    await page.reload();
    const card = cardOf(page, "one@mayfly.test");
    await expect(card).toContainText("Expired");
    await expect(main(page).getByText("0 / 5 emails used", { exact: true })).toBeVisible();
    await card.getByRole("switch").click();
    await expect(card).toContainText("Expires tomorrow");
    await expect(main(page).getByText("1 / 5 emails used", { exact: true })).toBeVisible();
    expect(await deliver("one@mayfly.test")).toMatch(/^250/);
  });

  await test.step("has a larger plan from the operator's next command on", async () => {
    await mayfly.operate("plan", "hello@navy.example", "professional");
    await page.reload();
    await expect(badge(page, "Professional")).toBeVisible();
    await expect(main(page).getByText(emailScreenTexts.unlimited, { exact: true })).toBeVisible();
    await createEmail(page, "shared", "Public");
    await expect(cardOf(page, "shared@mayfly.test")).toContainText(addressTexts.expiresNever);
  });

  await test.step("invites a colleague, whose invitation arrives", async () => {
    await visit(page, "Team");
    await expect(page.getByText(teamScreenTexts.empty)).toBeVisible();
    await button(page, "Invite Member").click();
    const dialog = page.getByRole("dialog", { name: "Invite Member" });
    await dialog.getByLabel("Name").fill("Alan Turing");
    await dialog.getByLabel("Email").fill("alan@navy.example");
    await dialog.getByLabel("Role").selectOption("Administrator");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText(teamTexts.invited, { exact: true })).toBeVisible();
    await expect(people(page)).toHaveText([/Alan Turing.*Administrator.*Invited/]);
    await expect(page.getByRole("region", { name: "Team Usage" })).toContainText("2/");
  });

  const colleague = await own.open(browser);
  await test.step("the colleague sets a password and gets in", async () => {
    const [link = ""] = /http:\S+\/forget-password\/\S+/.exec((await sink.next("alan@navy.example")).text) ?? [];
    await colleague.goto(link);
    await expect(colleague.getByRole("heading", { name: "Join Navy" })).toBeVisible();
    await field(colleague, "Choose a password").fill(newPassword);
    await button(colleague, joinTexts.submit).click();
    await colleague.waitForURL("**/dashboard");
    await expect(button(colleague, "Invite Team")).toBeVisible();
    await visit(colleague, "Emails");
    await expect(colleague.getByText("of 6 emails")).toBeVisible();
  });

  await test.step("is demoted, and sees what a member may see", async () => {
    await edit(page, "Alan Turing", "Role", "Member");
    await expect(people(page)).toHaveText([/Alan Turing.*Member.*Active/]);
    // The open page becomes a member's: the server has ended its live connection, and its data is fetched again.
    await pollRunning(colleague, 1_000, () => colleague.getByText("of 1 email").isVisible()).toBe(true);
    await colleague.goto("/dashboard");
    const recent = colleague.getByRole("list", { name: "Recent emails" }).getByRole("listitem");
    await expect(recent).toHaveText([/shared@mayfly\.test/]);
    await expect(button(colleague, "Create Email")).toBeVisible();
    await expect(button(colleague, "Invite Team")).toHaveCount(0);
    // The company's numbers (P125), the member's own news (P126).
    await expect(main(colleague).locator("dl > div").filter({ hasText: "Total Emails" })).toContainText("6");
    await expect(colleague.getByRole("list", { name: "Activity" })).toContainText("Member updated");
    await expect(colleague.getByRole("list", { name: "Activity" })).not.toContainText("one@mayfly.test");
    await visit(colleague, "Emails");
    await expect(cardOf(colleague, "shared@mayfly.test").getByRole("switch")).toBeDisabled();
    await createEmail(colleague, "own");
    await expect(cardOf(colleague, "own@mayfly.test").getByRole("switch")).toBeEnabled();
    await visit(colleague, "Team");
    await expect(people(colleague)).toHaveText([/Grace Hopper.*Administrator.*Active/]);
    await expect(colleague.getByRole("button", { name: /Invite|Edit/ })).toHaveCount(0);
  });

  await test.step("news of it arrives live with the Administrator", async () => {
    await page.goto("/dashboard");
    const activity = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
    // The sweep of expired addresses may add its own news at any moment.
    await expect(activity.filter({ hasText: "own@mayfly.test" })).toHaveCount(1);
    await visit(colleague, "Emails");
    await cardOf(colleague, "own@mayfly.test").getByRole("switch").click();
    await expect(activity.filter({ hasText: "deactivated own@mayfly.test" })).toHaveCount(1);
    await expect(main(page).locator("dl > div").filter({ hasText: "Active Emails" })).toContainText("2");
  });

  await test.step("is deactivated, and is out at once", async () => {
    await visit(page, "Team");
    await edit(page, "Alan Turing", "Status", "Inactive");
    await expect(people(page)).toHaveText([/Alan Turing.*Inactive/]);
    await expect(page.getByRole("region", { name: "Team Usage" })).toContainText("1/");
    // The live channel is cut, and the page finds out why: it asks for the password, which lets nobody in any more (Y10).
    const ended = colleague.getByRole("dialog", { name: sessionEndedTexts.title });
    await field(colleague, "Password").fill(newPassword);
    await colleague.keyboard.press("Enter");
    await expect(ended.getByText(sessionTexts.inactive)).toBeVisible();
    await ended.getByRole("button", { name: sessionEndedTexts.another }).click();
    await expect(colleague).toHaveURL(/\/login$/);
    await logIn(colleague, "alan@navy.example");
    await expect(colleague.getByText(sessionTexts.inactive).first()).toBeVisible();
  });

  await colleague.close();

  await test.step("cannot be activated again while the plan is full, and the dialog says so (G37 to G40, P60)", async () => {
    let others = 0;
    for (const [plan, limit] of [
      ["starter", 3],
      ["professional", 10],
    ] as const) {
      await mayfly.operate("plan", "hello@navy.example", plan);
      for (; others < limit - 1; others += 1) {
        const data = { name: `Guest ${others}`, email: `guest-${others}@navy.example`, role: "Member" };
        expect((await page.request.post(team.invite_team_member.path, { data })).ok()).toBe(true);
      }
      // The first who was invited is the last of the list.
      await page.goto(`/dashboard/team?page=${Math.ceil(limit / limits.pageSize)}`);
      await expect(page.getByRole("region", { name: "Team Usage" })).toContainText(`${limit}/${limit}`);
      await button(page, "Edit Alan Turing").click();
      const dialog = page.getByRole("dialog", { name: "Edit Member" });
      await dialog.getByLabel("Status").selectOption("Active");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText(teamTexts.cannotActivate, { exact: true })).toBeVisible();
      await expect(dialog.getByRole("alert")).toHaveText(/^Upgrade Required/);
      await expect(dialog.getByRole("link", { name: planLimitTexts.upgradePlan })).toBeVisible();
      await expect(dialog.getByLabel("Status").getByRole("option")).toHaveText(["Inactive"]);
      // Nothing is left to save.
      await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
      await expect(people(page).last()).toHaveText(/Alan Turing.*Inactive/);
    }
  });

  await page.close();
});
