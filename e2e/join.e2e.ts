import { invitation, otpTexts, team, teamTexts, texts } from "@mayfly/contracts";
import { codeOf } from "@mayfly/server/testing/caught_mail";
import type { MailSink } from "@mayfly/server/testing/mail_sink";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { joinTexts } from "@mayfly/web/features/reset/texts";
import { teamScreenTexts } from "@mayfly/web/features/team/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { button, clipboard, expect, field, test } from "./page.ts";
import { refuses, says, stub } from "./stub.ts";
import { person, rows, stubTeam, stubTeamPlan } from "./team_page.ts";

// As plain as the registration takes (B38).
const password = "engineers";
let made = 0;

/** Invites somebody new, as the demo's Administrator, whose session the page gets. */
async function invite(page: Page, startSession: () => Promise<void>, sink: MailSink) {
  await startSession();
  made += 1;
  const email = `joiner-${made}@engine.example`;
  const data = { name: "Ada Lovelace", email, role: "Member" };
  expect((await page.request.post(team.invite_team_member.path, { data })).ok()).toBe(true);
  const [link = ""] = /http:\S+\/forget-password\/join_\S+/.exec((await sink.next(email)).text) ?? [];
  return { email, path: new URL(link).pathname };
}
const copiedPath = async (page: Page, customer_email: string) => {
  const answer = await page.request.post(team.make_invitation_link.path, { data: { customer_email } });
  return new URL((await answer.json()).message.link).pathname;
};
const choose = async (page: Page) => {
  await field(page, "Choose a password").fill(password);
  await field(page, "Choose a password").press("Enter");
};
const ended = (page: Page) => page.getByRole("heading", { name: joinTexts.ended });

test.describe("the link of an invitation", () => {
  test("says who invites and as whom, and leads into the dashboard (Y08)", async ({
    page,
    browser,
    mayfly,
    startSession,
    sink,
  }) => {
    const { email, path } = await invite(page, startSession, sink);
    const theirs = await (await browser.newContext({ baseURL: mayfly.url })).newPage();
    await theirs.goto(path);
    await expect(theirs.getByRole("heading", { level: 1, name: /^Join / })).toBeVisible();
    await expect(theirs.getByText(/has invited you to join as a Member\.$/)).toBeVisible();
    await expect(theirs).toHaveTitle(/^Join .+ · Mayfly$/);
    // Password managers keep the password with this address.
    await expect(field(theirs, "Email")).toHaveValue(email);
    await expect(field(theirs, "Email")).toHaveAttribute("autocomplete", "username");
    await expect(field(theirs, "Email")).not.toBeEditable();
    await expect(field(theirs, "Choose a password")).toHaveAttribute("autocomplete", "new-password");
    await expect(field(theirs, "Choose a password")).toBeFocused();
    await theirs.keyboard.press("Enter");
    await expect(field(theirs, "Choose a password")).toHaveAccessibleDescription(texts.passwordRequired);
    expect(await faults(theirs)).toEqual([]);
    const tab = await theirs.context().newPage();
    await tab.goto(path);
    // Its form, because one that asks for it later finds the link used at once.
    await expect(field(tab, "Choose a password")).toBeVisible();
    await choose(theirs);
    await expect(theirs).toHaveURL(/\/dashboard$/);
    await expect(theirs.getByRole("banner")).toBeVisible();

    // The other tab finds the link used, and leads to where its person is signed in.
    await choose(tab);
    await expect(ended(tab)).toBeVisible();
    expect(await faults(tab)).toEqual([]);
    await tab.getByRole("link", { name: joinTexts.signIn }).click();
    await expect(tab).toHaveURL(/\/dashboard$/);
    await theirs.context().close();

    await page.goto("/dashboard/team");
    await expect(rows(page).filter({ hasText: email })).toContainText("Active");
  });

  test("says that it has ended: withdrawn before and while the page is open, or unknown", async ({
    page,
    allow,
    startSession,
    sink,
  }) => {
    allow(/417/);
    const { email, path } = await invite(page, startSession, sink);
    const user = { name: "ada@lakeside.example", full_name: "Ada", email: "ada@lakeside.example" };
    await page.addInitScript((text) => localStorage.setItem("user", text), JSON.stringify(user));
    await page.goto(path);
    await expect(field(page, "Email")).toHaveAccessibleDescription(joinTexts.signsOut(user.email));
    await page.request.post(team.withdraw_invitation.path, { data: { customer_email: email } });
    await choose(page);
    await expect(ended(page)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(joinTexts.whyEnded);
    await expect(page.getByText(joinTexts.ended)).toHaveCount(1);
    await page.goto("/forget-password/join_nothing");
    await expect(ended(page)).toBeVisible();
    await page.getByRole("link", { name: joinTexts.newLink }).click();
    await expect(page).toHaveURL(/\/forget-password$/);
  });

  test("can be loaded again when the server was out of reach", async ({ page, allow, startSession, sink }) => {
    allow(/net::ERR_FAILED/);
    const { path } = await invite(page, startSession, sink);
    await stub(page, invitation.get_invitation, "no connection", { times: 1 });
    await page.goto(path);
    await expect(page.getByText(connectionTexts.networkError)).toBeVisible();
    await button(page, "Try again").click();
    await expect(field(page, "Choose a password")).toBeVisible();
  });

  test("takes a mailed code as well when it was copied", async ({
    page,
    browser,
    mayfly,
    startSession,
    sink,
    allow,
  }) => {
    const { email, path: before } = await invite(page, startSession, sink);
    const path = await copiedPath(page, email);
    const theirs = await (await browser.newContext({ baseURL: mayfly.url })).newPage();
    await theirs.goto(before);
    await expect(ended(theirs)).toBeVisible();
    await theirs.goto(path);
    await expect(theirs.getByText(joinTexts.codeFollows)).toBeVisible();
    await choose(theirs);
    const code = field(theirs, "Verification code");
    await expect(code).toBeFocused();
    const first = codeOf(await sink.next(email));
    await theirs.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription(otpTexts.invalidFormat);
    allow(/417/);
    await code.fill(first === "000000" ? "000001" : "000000");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByText(otpTexts.wrong).first()).toBeVisible();
    expect(await faults(theirs)).toEqual([]);
    await button(theirs, joinTexts.anotherCode).click();
    await expect(theirs.getByText(otpTexts.sent)).toBeVisible();
    const mail = await sink.next(email);
    expect(mail.subject).toBe(`${codeOf(mail)} is your Mayfly code`);
    await code.fill(codeOf(mail));
    await theirs.keyboard.press("Enter");
    await expect(theirs).toHaveURL(/\/dashboard$/);
    await theirs.context().close();
  });
});

test.describe("an invitation in the list", () => {
  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Edit Member" });

  test("is Invited, can be sent again, and its link copied (Y08)", async ({ page, enter, startSession, sink }) => {
    const { email } = await invite(page, startSession, sink);
    await enter("/dashboard/team");
    const row = rows(page).filter({ hasText: email });
    await expect(row).toContainText("Invited");
    await expect(row).not.toContainText("Active");
    await row.getByRole("button", { name: /^Edit/ }).click();
    await dialogOf(page).getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText(teamTexts.sentAgain)).toBeVisible();
    expect((await sink.next(email)).subject).toMatch(/^Join /);
    await dialogOf(page).getByRole("button", { name: "Copy link" }).click();
    await expect(dialogOf(page).getByRole("status")).toContainText(teamScreenTexts.linkCopied);
    const link = await clipboard(page);
    expect(link).toMatch(/\/forget-password\/join_[\w-]{27}$/);
    expect(await faults(page)).toEqual([]);
    await page.goto(new URL(link).pathname);
    await expect(field(page, "Email")).toHaveValue(email);
  });

  test("shows the link to be copied by hand when the browser refuses", async ({ page, enter }) => {
    await stubTeamPlan(page, { unlimited: 1 }, 3);
    await stubTeam(page, [person(1, { is_invited: 1 })]);
    const link = "https://mayfly.example/forget-password/join_abc";
    await stub(page, team.make_invitation_link, says({ link }));
    await enter("/dashboard/team");
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new Error("denied"));
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    });
    await button(page, "Edit Member 1").click();
    await dialogOf(page).getByRole("button", { name: "Copy link" }).click();
    await expect(dialogOf(page).getByText(link, { exact: true })).toBeVisible();
    await expect(dialogOf(page).getByText(teamScreenTexts.linkNotCopied)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });

  test("says that the person has joined meanwhile, and what else is refused", async ({ page, enter, allow }) => {
    allow(/4(04|29)/);
    await stubTeamPlan(page, { unlimited: 1 }, 3);
    const members = [person(1, { is_invited: 1 })];
    await stubTeam(page, members);
    await stub(page, team.make_invitation_link, refuses(429, "Too many"));
    await stub(page, team.resend_invitation, refuses(404, teamTexts.notInvited));
    await enter("/dashboard/team");
    await button(page, "Edit Member 1").click();
    await dialogOf(page).getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Too many")).toBeVisible();
    members[0] = person(1);
    await dialogOf(page).getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText(teamTexts.notInvited)).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    await expect(rows(page).first()).toContainText("Active");
  });

  test("cannot be sent while it is inactive, but withdrawn", async ({ page, enter }) => {
    await stubTeamPlan(page, { unlimited: 1 }, 3);
    await stubTeam(page, [person(1, { is_invited: 1, is_active: 0 })]);
    await enter("/dashboard/team");
    await expect(rows(page).first()).toContainText("Inactive");
    await button(page, "Edit Member 1").click();
    await expect(dialogOf(page).getByText(teamScreenTexts.invitationInactive)).toBeVisible();
    await expect(dialogOf(page).getByRole("button", { name: "Send again" })).toHaveCount(0);
    await expect(dialogOf(page).getByRole("button", { name: "Withdraw invitation" })).toBeVisible();
  });
});
