import { plan, planRefusals, team, teamTexts, texts } from "@mayfly/contracts";
import { inviteToastMilliseconds } from "@mayfly/web/features/team/limits";
import { teamScreenTexts } from "@mayfly/web/features/team/texts";
import { stopClock, toast } from "./page.ts";
import { expect, test } from "./server.ts";
import { allAsked, hold, nothingAsked, posted, refuses, says, stub } from "./stub.ts";
import { person, rows, stubTeam, stubTeamPlan } from "./team_page.ts";

const { invite_team_member } = team;

test.describe("inviting", () => {
  test("says what is wrong under each field, without a call (G16 to G22)", async ({ page, enter }) => {
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith(invite_team_member.path) && calls.push(request.url()));
    await enter("/dashboard/team");
    await page.getByRole("button", { name: "Invite Member" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite Member" });
    const submit = dialog.getByRole("button", { name: "Send invitation" });
    await expect(dialog.getByLabel("Role").getByRole("option")).toHaveText(["Member", "Administrator"]);
    await submit.click();
    await expect(dialog.getByText(teamTexts.nameRequired)).toBeVisible();
    await expect(dialog.getByText(teamTexts.emailRequired)).toBeVisible();
    await dialog.getByLabel("Name").fill("A");
    await dialog.getByLabel("Email").fill("abc");
    await submit.click();
    await expect(dialog.getByText(teamTexts.nameTooShort)).toBeVisible();
    await expect(dialog.getByText(texts.emailInvalid)).toBeVisible();
    await nothingAsked(page, calls);
  });

  test("is refused without a call by a plan that lacks it (G23) or is used up (G24)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith(invite_team_member.path) && calls.push(request.url()));
    for (const [feature, text] of [
      [{ available: 0 }, planRefusals.team.unavailable],
      [{ limit: 3 }, planRefusals.team.full(3)],
    ] as const) {
      await stubTeamPlan(page, feature, 3);
      await page.goto("/dashboard");
      // The page itself refuses once it knows the plan.
      await expect(page.getByRole("banner").getByText("Starter")).toBeVisible();
      await page.getByRole("button", { name: "Invite Team" }).click();
      const dialog = page.getByRole("dialog", { name: "Invite Member" });
      await dialog.getByLabel("Name").fill("Grace Hopper");
      await dialog.getByLabel("Email").fill("grace@lakeside.example");
      await dialog.getByRole("button", { name: "Send invitation" }).click();
      await expect(dialog.getByText(text)).toBeVisible();
    }
    await nothingAsked(page, calls);
  });

  test("shows its success as a toast for 5 s, and the server's refusal in a dialog (G25 to G28)", async ({
    page,
    enter,
  }) => {
    const members = Array.from({ length: 6 }, (_, index) => person(index + 2));
    const asked = await stubTeam(page, members);
    const sent: object[] = [];
    await stub(page, invite_team_member, (route) => {
      sent.push(posted(route));
      if (sent.length === 1) return route.fulfill(refuses(409, teamTexts.memberExists));
      members.unshift(person(1));
      return route.fulfill(says({ success: true, message: teamTexts.invited }));
    });
    await page.clock.install();
    await enter("/dashboard/team?page=2");
    await page.getByRole("button", { name: "Invite Member" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite Member" });
    await dialog.getByLabel("Name").fill("Grace Hopper");
    await dialog.getByLabel("Email").fill(" Grace@Lakeside.example ");
    await dialog.getByLabel("Role").selectOption("Administrator");
    const submit = dialog.getByRole("button", { name: "Send invitation" });
    await submit.click();
    const failed = page.getByRole("dialog", { name: teamScreenTexts.invitationFailed });
    await expect(failed).toHaveAccessibleDescription(teamTexts.memberExists);
    await expect(failed.getByRole("button", { name: "OK" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(failed).toBeHidden();
    await expect(dialog.getByLabel("Name")).toHaveValue("Grace Hopper");
    // The page fetches the members again as well.
    await expect.poll(() => asked.length).toBe(2);

    await allAsked(page);
    const stats = page.waitForRequest(`**${plan.get_stats.path}`);
    await stopClock(page);
    await submit.click();
    await page.mouse.move(10, 400);
    const toast = page.getByText(teamTexts.invited, { exact: true });
    await expect(toast).toBeVisible();
    await page.clock.runFor(inviteToastMilliseconds - 100);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
    await page.clock.resume();
    await stats;
    await expect(dialog).toBeHidden();
    // The list shows the page on which the new member is on top.
    await expect(rows(page)).toHaveCount(5);
    await expect(rows(page).first()).toContainText(person(1).email);
    expect(sent.at(-1)).toEqual({ name: "Grace Hopper", email: "grace@lakeside.example", role: "Administrator" });
  });
});

test("says that an invitation was refused even after the user has left the page", async ({ page, enter }) => {
  await stub(page, invite_team_member, refuses(409, teamTexts.memberExists));
  const release = await hold(page, invite_team_member);
  await enter("/dashboard/team");
  await page.getByRole("button", { name: "Invite Member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Member" });
  await dialog.getByLabel("Name").fill("Grace Hopper");
  await dialog.getByLabel("Email").fill("grace@lakeside.example");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Emails" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  release();
  await expect(toast(page, teamTexts.memberExists)).toBeVisible();
});
