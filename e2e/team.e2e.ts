import type { Page } from "@playwright/test";
import {
  emailTexts,
  limits,
  type PlanFeature,
  plan,
  planRefusals,
  type TeamMember,
  team,
  teamTexts,
  texts,
} from "../packages/contracts/src/index.ts";
import { stopClock, toast } from "./page.ts";
import { expect, test } from "./server.ts";
import {
  type Answer,
  allAsked,
  asMember,
  fails,
  hold,
  nothingAsked,
  posted,
  refuses,
  says,
  stub,
  stubPlan,
} from "./stub.ts";

// The last files of a run: with one worker for each, the others would have nothing to do.
test.describe.configure({ mode: "parallel" });

const { get_team_members, invite_team_member, update_team_member } = team;
const rows = (page: Page) => page.getByRole("list", { name: "Team Members" }).getByRole("listitem");

const person = (index: number, over: Partial<TeamMember> = {}): TeamMember => ({
  name: `m${index}@lakeside.example`,
  full_name: `Member ${index}`,
  email: `m${index}@lakeside.example`,
  role: "Member",
  is_active: 1,
  creation: "2026-03-04T12:00:00.000Z",
  ...over,
});

/** A server with these colleagues, as far as the list goes; the answer is what it was asked. */
async function stubTeam(page: Page, members: TeamMember[]) {
  const asked: URL[] = [];
  await stub(page, get_team_members, (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const start = Number(url.searchParams.get("start"));
    const team_members = members.slice(start, start + Number(url.searchParams.get("limit")));
    return route.fulfill(says({ team_members, count: members.length + 1 }));
  });
  return asked;
}

/** A plan for three members, unless it is otherwise, and how many there are. */
const stubTeamPlan = (page: Page, feature: Partial<PlanFeature>, used: number) =>
  stubPlan(page, { team: { unlimited: 0, limit: 3, ...feature } }, { team: used });

test.describe("the team page", () => {
  test("lists five a page, who they are and how they stand (G01, G11 to G15, G55)", async ({ page, enter }) => {
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
    // Without the column's title in sight, screen readers hear what the date says.
    expect(await rows(page).nth(0).ariaSnapshot()).toContain("Last active Mar 4, 2026");
    await expect(rows(page).nth(1)).toContainText("Inactive");
    await expect(rows(page).nth(2)).toContainText(teamTexts.unknownActivity);
    await expect(page.getByText("Showing 1 to 5 of 40 members")).toBeVisible();
    const numbers = page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: /^Page/ });
    const release = await hold(page, get_team_members);
    await numbers.last().click();
    await expect(numbers).toHaveText(["3", "4", "5", "6", "7"]);
    // Those are here still.
    await expect(page.getByText("Showing 1 to 5 of 40 members")).toBeVisible();
    release();
    await expect(rows(page).first()).toContainText("Member 21");
    await expect(page.getByText("Showing 21 to 25 of 40 members")).toBeVisible();
    expect(asked.map(({ search }) => search)).toEqual(["?start=0&limit=5", "?start=20&limit=5"]);
  });

  test("has one page for five, and none for nobody (G09, G10, G12)", async ({ page, enter }) => {
    const members = [1, 2, 3, 4, 5].map((index) => person(index));
    await stubTeam(page, members);
    await enter("/dashboard/team");
    await expect(rows(page)).toHaveCount(5);
    await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
    members.length = 0;
    await page.reload();
    await expect(page.getByText(teamTexts.empty, { exact: true })).toBeVisible();
    await expect(page.getByText(teamTexts.emptyHint, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await expect(page.getByRole("dialog", { name: "Invite Member" })).toBeVisible();
  });

  test("says how much of the plan is used (G02 to G04, J14, P63), and offers nothing where it has no team (G07)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    await stubTeam(page, []);
    const box = page.getByRole("region", { name: "Team Usage" });
    const invite = page.getByRole("button", { name: "Invite Member" });
    for (const [feature, used, line, full] of [
      [{ limit: 3 }, 2, "2/3", false],
      [{ unlimited: 1 }, 9, teamTexts.unlimited, false],
      // A limit of 0 is none.
      [{ limit: 0 }, 9, teamTexts.unlimited, false],
      [{ limit: 3 }, 3, "3/3", true],
    ] as const) {
      await stubTeamPlan(page, feature, used);
      await page.goto("/dashboard/team");
      await expect(box.getByText(line, { exact: true })).toBeVisible();
      await expect(box.getByText(teamTexts.limitReached, { exact: true })).toHaveCount(full ? 1 : 0);
      await expect(invite).toBeEnabled();
    }
    await stubTeamPlan(page, { available: 0 }, 1);
    await page.reload();
    await expect(page.getByRole("button", { name: emailTexts.featureUnavailable })).toBeDisabled();
    await expect(invite).toHaveCount(0);
  });

  test("says when it is not known how much is used, and asks again when told to", async ({ page, enter }) => {
    await stubTeam(page, []);
    await stubTeamPlan(page, {}, 2);
    await stub(page, plan.get_stats, fails, { times: 1 });
    await enter("/dashboard/team");
    const box = page.getByRole("region", { name: "Team Usage" });
    await expect(box.getByText("Could not be loaded.")).toBeVisible();
    await box.getByRole("button", { name: "Try again" }).click();
    await expect(box.getByText("2/3", { exact: true })).toBeVisible();
  });

  test("lets members look, and change nothing (G05, G06, G52)", async ({ page, enter }) => {
    await asMember(page);
    await stubTeam(page, [person(1)]);
    await enter("/dashboard/team");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: /Invite|Edit/ })).toHaveCount(0);
  });

  test("shows no row when the list is refused (G41) or out of reach (G42), also after one was there", async ({
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
    await failing(fails, "Page 2", teamTexts.fetchFailed);
    // The way to the others stays.
    await expect(page.getByRole("button", { name: "Page 2" })).toBeFocused();
    await failing("no connection", "Try again", teamTexts.fetchNetwork);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveCount(1);
  });

  test("tells what the roles may do (G44 to G54)", async ({ page, enter }) => {
    await enter("/dashboard/team");
    await page.getByRole("tab", { name: "Permissions" }).click();
    const panel = page.getByRole("tabpanel", { name: "Permissions" });
    for (const text of [
      "Full access to manage users, billing and settings",
      "Creates and manages disposable emails",
      "Invites and removes team members",
      "Manages organisation settings",
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
      // It is refused here once the plan is known.
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

  test("tells of success for 5 s, and of the server's refusal in a dialog (G25 to G28)", async ({ page, enter }) => {
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
    const failed = page.getByRole("dialog", { name: teamTexts.invitationFailed });
    await expect(failed).toHaveAccessibleDescription(teamTexts.memberExists);
    await expect(failed.getByRole("button", { name: "OK" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(failed).toBeHidden();
    await expect(dialog.getByLabel("Name")).toHaveValue("Grace Hopper");
    // Who is here by now is looked at as well.
    await expect.poll(() => asked.length).toBe(2);

    await allAsked(page);
    const stats = page.waitForRequest(`**${plan.get_stats.path}`);
    await stopClock(page);
    await submit.click();
    await page.mouse.move(10, 400);
    const toast = page.getByText(teamTexts.invited, { exact: true });
    await expect(toast).toBeVisible();
    await page.clock.runFor(limits.inviteToast - 100);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
    await page.clock.resume();
    await stats;
    await expect(dialog).toBeHidden();
    // Where the new one is on top.
    await expect(rows(page)).toHaveCount(5);
    await expect(rows(page).first()).toContainText(person(1).email);
    expect(sent.at(-1)).toEqual({ name: "Grace Hopper", email: "grace@lakeside.example", role: "Administrator" });
  });
});

test("tells of a refused invitation also who has left the page", async ({ page, enter }) => {
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

test.describe("editing a member", () => {
  test("sends what has changed, and nothing when nothing has (G08, G29 to G34)", async ({ page, enter }) => {
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
    await save();
    await nothingAsked(page, sent);

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

  test("measures a change by what is so by now, also after an answer that was lost (G30, G33)", async ({
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

  test("asks for a larger plan instead of activating one too many (G37 to G40, J24, J29)", async ({ page, enter }) => {
    // The page counts whom it shows; the server knows the others, and says so when it is asked (P60).
    await stubTeamPlan(page, { limit: 1 }, 3);
    await stubTeam(page, [person(1), person(2, { is_active: 0 })]);
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith(update_team_member.path) && calls.push(request.url()));
    await enter("/dashboard/team");
    const dialog = page.getByRole("dialog", { name: "Edit Member" });
    await page.getByRole("button", { name: "Edit Member 2" }).click();
    await expect(dialog.getByText(teamTexts.upgradeRequired, { exact: true })).toBeVisible();
    await expect(dialog.getByText(teamTexts.upgradeHint, { exact: true })).toBeVisible();
    await expect(dialog.getByText(teamTexts.cannotActivate, { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Status").getByRole("option")).toHaveText(["Inactive"]);
    const upgrade = dialog.getByRole("link", { name: teamTexts.upgradePlan });
    await expect(upgrade).toHaveAttribute("href", /\/homepage#pricing$/);
    await expect(upgrade).toHaveAttribute("target", "_blank");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await nothingAsked(page, calls);

    await page.getByRole("button", { name: "Edit Member 1" }).click();
    await expect(dialog.getByLabel("Status").getByRole("option")).toHaveText(["Active", "Inactive"]);
    await expect(dialog.getByText(teamTexts.upgradeRequired)).toHaveCount(0);
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
    // What holds by now is looked at.
    await expect.poll(() => asked.length).toBe(2);
    await expect(dialog).toBeVisible();
    await expect(page.getByText(teamTexts.lastAdministrator)).toHaveCount(0);
  });
});
