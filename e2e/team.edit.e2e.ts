import { plan, team, teamTexts } from "@mayfly/contracts";
import { teamScreenTexts } from "@mayfly/web/features/team/texts";
import { planLimitTexts } from "@mayfly/web/parts/texts";
import { expect, test } from "./server.ts";
import { nothingAsked, posted, refuses, says, stub } from "./stub.ts";
import { person, rows, stubTeam, stubTeamPlan } from "./team_page.ts";

const { update_team_member } = team;

test.describe("editing a member", () => {
  test("sends only what has changed, and offers to save only that (G08, G29 to G34, Y11)", async ({ page, enter }) => {
    const members = [person(1), person(2, { role: "Administrator" })];
    await stubTeamPlan(page, { unlimited: 1 }, 3);
    const asked = await stubTeam(page, members);
    const sent: object[] = [];
    await stub(page, update_team_member, (route) => {
      sent.push(posted(route));
      return route.fulfill(says({ success: true, message: teamTexts.updated }));
    });
    await enter("/dashboard/team");
    const dialog = page.getByRole("dialog", { name: "Edit Member" });
    const edit = async (name: string) => {
      await page.getByRole("button", { name: `Edit ${name}` }).click();
      await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    };
    const save = async () => {
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
    };
    await edit("Member 1");
    const saveButton = dialog.getByRole("button", { name: "Save" });
    await expect(saveButton).toBeDisabled();
    await dialog.getByLabel("Role").selectOption("Administrator");
    await expect(saveButton).toBeEnabled();
    await dialog.getByLabel("Role").selectOption("Member");
    await expect(saveButton).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();

    await edit("Member 1");
    await dialog.getByLabel("Role").selectOption("Administrator");
    const stats = page.waitForRequest(`**${plan.get_stats.path}`);
    members[0] = person(1, { role: "Administrator" });
    await save();
    await stats;
    await expect(rows(page).first()).toContainText("Administrator");
    expect(asked).toHaveLength(2);

    await edit("Member 2");
    await dialog.getByLabel("Status").selectOption("Inactive");
    await save();
    await edit("Member 2");
    await dialog.getByLabel("Role").selectOption("Member");
    await dialog.getByLabel("Status").selectOption("Inactive");
    await save();
    const [first, second] = members.map(({ email }) => email);
    expect(sent).toEqual([
      { customer_email: first, role: "Administrator", is_active: "" },
      { customer_email: second, role: "", is_active: "0" },
      { customer_email: second, role: "Member", is_active: "0" },
    ]);
  });

  test("compares a change with the member's current state, even after a lost answer (G30, G33)", async ({
    page,
    enter,
  }) => {
    const members = [person(1)];
    await stubTeamPlan(page, { unlimited: 1 }, 2);
    await stubTeam(page, members);
    const sent: object[] = [];
    await stub(page, update_team_member, (route) => {
      const given = posted(route);
      sent.push(given);
      members[0] = person(1, { is_active: given["is_active"] === "1" ? 1 : 0 });
      return sent.length === 1 ? route.abort() : route.fulfill(says({ success: true, message: teamTexts.updated }));
    });
    await enter("/dashboard/team");
    await page.getByRole("button", { name: "Edit Member 1" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Member" });
    const save = dialog.getByRole("button", { name: "Save" });
    await dialog.getByLabel("Status").selectOption("Inactive");
    await save.click();
    const list = page.getByRole("list", { name: "Team Members", includeHidden: true });
    await expect(list).toContainText("Inactive");
    await dialog.getByLabel("Status").selectOption("Active");
    await save.click();
    await expect(dialog).toBeHidden();
    const given = { customer_email: person(1).email, role: "" };
    expect(sent).toEqual([
      { ...given, is_active: "0" },
      { ...given, is_active: "1" },
    ]);
  });

  test("asks for a larger plan instead of activating a member beyond the limit (G37 to G40, J24, J29)", async ({
    page,
    enter,
  }) => {
    // The page counts whom it shows; the server knows the others, and says so when it is asked (P60).
    await stubTeamPlan(page, { limit: 1 }, 3);
    await stubTeam(page, [person(1), person(2, { is_active: 0 })]);
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith(update_team_member.path) && calls.push(request.url()));
    await enter("/dashboard/team");
    const dialog = page.getByRole("dialog", { name: "Edit Member" });
    await page.getByRole("button", { name: "Edit Member 2" }).click();
    await expect(dialog.getByText(teamScreenTexts.upgradeRequired, { exact: true })).toBeVisible();
    await expect(dialog.getByText(teamScreenTexts.upgradeHint, { exact: true })).toBeVisible();
    await expect(dialog.getByText(teamTexts.cannotActivate, { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Status").getByRole("option")).toHaveText(["Inactive"]);
    const upgrade = dialog.getByRole("link", { name: planLimitTexts.upgradePlan });
    await expect(upgrade).toHaveAttribute("href", /\/homepage#pricing$/);
    await expect(upgrade).toHaveAttribute("target", "_blank");
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await nothingAsked(page, calls);

    await page.getByRole("button", { name: "Edit Member 1" }).click();
    await expect(dialog.getByLabel("Status").getByRole("option")).toHaveText(["Active", "Inactive"]);
    await expect(dialog.getByText(teamScreenTexts.upgradeRequired)).toHaveCount(0);
  });

  test("only logs a failure, and stays open (G43, P61)", async ({ page, enter }) => {
    await stubTeamPlan(page, { unlimited: 1 }, 2);
    const asked = await stubTeam(page, [person(1)]);
    await stub(page, update_team_member, refuses(417, teamTexts.lastAdministrator));
    await enter("/dashboard/team");
    await page.getByRole("button", { name: "Edit Member 1" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Member" });
    await dialog.getByLabel("Role").selectOption("Administrator");
    const logged = page.waitForEvent("console", (message) => message.text().includes("could not be updated"));
    await dialog.getByRole("button", { name: "Save" }).click();
    expect((await logged).type()).toBe("error");
    // The page fetches the members again.
    await expect.poll(() => asked.length).toBe(2);
    await expect(dialog).toBeVisible();
    await expect(page.getByText(teamTexts.lastAdministrator)).toHaveCount(0);
  });

  test("withdraws an invitation of somebody who has not joined, and offers that for nobody else", async ({
    page,
    enter,
  }) => {
    const members = [person(1, { is_invited: 1 }), person(2)];
    await stubTeamPlan(page, { unlimited: 1 }, 3);
    await stubTeam(page, members);
    const calls = await stub(page, team.withdraw_invitation, says({ success: true, message: teamTexts.withdrawn }));
    await enter("/dashboard/team");
    const dialog = page.getByRole("dialog", { name: "Edit Member" });
    const withdraw = dialog.getByRole("button", { name: "Withdraw invitation" });
    await page.getByRole("button", { name: "Edit Member 2" }).click();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeVisible();
    await expect(withdraw).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit Member 1" }).click();
    members.shift();
    await withdraw.click();
    await expect(page.getByText(teamTexts.withdrawn)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rows(page)).toHaveCount(1);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain("m1");
  });
});
