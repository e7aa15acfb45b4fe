import { limits, plan, team } from "@mayfly/contracts";
import { teamScreenTexts } from "@mayfly/web/features/team/texts";
import { planLimitTexts } from "@mayfly/web/parts/texts";
import { expect, test } from "./server.ts";
import { type Answer, asMember, fails, hold, stub } from "./stub.ts";
import { person, rows, stubTeam, stubTeamPlan } from "./team_page.ts";

const { get_team_members } = team;

test.describe("the team page", () => {
  test("lists five members a page, with role, status and last activity (G01, G11 to G15, G55)", async ({
    page,
    enter,
  }) => {
    const asked = await stubTeam(page, [
      person(1, { role: "Administrator" }),
      person(2, { is_active: 0 }),
      person(3, { creation: null }),
      ...Array.from({ length: 37 }, (_, index) => person(index + 4)),
    ]);
    await enter("/dashboard/team");
    await expect(page.getByRole("tab")).toHaveText(["Team Members", "Permissions"]);
    await expect(page.getByRole("tab", { name: "Team Members" })).toHaveAttribute("aria-selected", "true");
    await expect(rows(page)).toHaveCount(limits.pageSize);
    await expect(rows(page).nth(0)).toContainText(/Member 1.*m1@lakeside\.example.*Administrator.*Active.*Mar 4, 2026/);
    // Without a visible column title, screen readers still hear what the date means.
    expect(await rows(page).nth(0).ariaSnapshot()).toContain("Last active Mar 4, 2026");
    await expect(rows(page).nth(1)).toContainText("Inactive");
    await expect(rows(page).nth(2)).toContainText(teamScreenTexts.unknownActivity);
    await expect(page.getByText("Showing 1 to 5 of 40 members")).toBeVisible();
    const numbers = page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: /^Page/ });
    const release = await hold(page, get_team_members);
    await numbers.last().click();
    await expect(numbers).toHaveText(["3", "4", "5", "6", "7"]);
    // The rows of the previous page are still shown.
    await expect(page.getByText("Showing 1 to 5 of 40 members")).toBeVisible();
    release();
    await expect(rows(page).first()).toContainText("Member 21");
    await expect(page.getByText("Showing 21 to 25 of 40 members")).toBeVisible();
    expect(asked.map(({ search }) => search)).toEqual(["?start=0&limit=5", "?start=20&limit=5"]);
  });

  test("shows no page buttons for five members, and offers an empty team an invitation (G09, G10, G12)", async ({
    page,
    enter,
  }) => {
    const members = [1, 2, 3, 4, 5].map((index) => person(index));
    await stubTeam(page, members);
    await enter("/dashboard/team");
    await expect(rows(page)).toHaveCount(5);
    await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
    members.length = 0;
    await page.reload();
    await expect(page.getByText(teamScreenTexts.empty, { exact: true })).toBeVisible();
    await expect(page.getByText(teamScreenTexts.emptyHint, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Invite Member" }).click();
    await expect(page.getByRole("dialog", { name: "Invite Member" })).toBeVisible();
  });

  test("shows how much of the plan is used (G02 to G04, J14, P63), and disables inviting without the feature (G07)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    await stubTeam(page, []);
    const box = page.getByRole("region", { name: "Team Usage" });
    const invite = page.getByRole("button", { name: "Invite Member" });
    for (const [feature, used, line, full] of [
      [{ limit: 3 }, 2, "2/3", false],
      [{ unlimited: 1 }, 9, teamScreenTexts.unlimited, false],
      // A limit of 0 means no limit.
      [{ limit: 0 }, 9, teamScreenTexts.unlimited, false],
      [{ limit: 3 }, 3, "3/3", true],
    ] as const) {
      await stubTeamPlan(page, feature, used);
      await page.goto("/dashboard/team");
      await expect(box.getByText(line, { exact: true })).toBeVisible();
      await expect(box.getByText(teamScreenTexts.limitReached, { exact: true })).toHaveCount(full ? 1 : 0);
      await expect(invite).toBeEnabled();
    }
    await stubTeamPlan(page, { available: 0 }, 1);
    await page.reload();
    await expect(page.getByRole("button", { name: planLimitTexts.featureUnavailable })).toBeDisabled();
    await expect(invite).toHaveCount(0);
  });

  test("says when the usage cannot be loaded, and loads it on request", async ({ page, enter }) => {
    await stubTeam(page, []);
    await stubTeamPlan(page, {}, 2);
    await stub(page, plan.get_stats, fails, { times: 1 });
    await enter("/dashboard/team");
    const box = page.getByRole("region", { name: "Team Usage" });
    await expect(box.getByText("Could not be loaded.")).toBeVisible();
    await box.getByRole("button", { name: "Try again" }).click();
    await expect(box.getByText("2/3", { exact: true })).toBeVisible();
  });

  test("shows Members the list, without inviting and editing (G05, G06, G52)", async ({ page, enter }) => {
    await asMember(page);
    await stubTeam(page, [person(1)]);
    await enter("/dashboard/team");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: /Invite|Edit/ })).toHaveCount(0);
  });

  test("shows no rows of the page before when the list is refused (G41) or out of reach (G42)", async ({
    page,
    enter,
  }) => {
    await stubTeam(
      page,
      [1, 2, 3, 4, 5, 6].map((index) => person(index)),
    );
    await enter("/dashboard/team");
    await expect(rows(page)).toHaveCount(5);
    const failing = async (answer: Answer, act: string, text: string) => {
      await stub(page, get_team_members, answer, { times: 1 });
      await page.getByRole("button", { name: act }).click();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(rows(page)).toHaveCount(0);
    };
    await failing(fails, "Page 2", teamScreenTexts.fetchFailed);
    // The pagination stays.
    await expect(page.getByRole("button", { name: "Page 2" })).toBeFocused();
    await failing("no connection", "Try again", teamScreenTexts.fetchNetwork);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveCount(1);
  });

  test("lists what each role may do (G44 to G54)", async ({ page, enter }) => {
    await enter("/dashboard/team");
    await page.getByRole("tab", { name: "Permissions" }).click();
    const panel = page.getByRole("tabpanel", { name: "Permissions" });
    for (const text of [
      "Full access to manage users, billing and settings",
      "Creates and manages disposable emails",
      "Invites and removes team members",
      "Manages organization settings",
      "Accesses audit logs and security",
      "Creates and manages own emails",
      "Views team members",
      "Manages personal settings",
      "Views basic analytics",
    ])
      await expect(panel.getByText(text, { exact: true })).toBeVisible();
    await expect(panel.getByRole("heading")).toHaveText(["Administrator", "Member"]);
  });
});
