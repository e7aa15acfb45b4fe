import path from "node:path";
import { contracts, emailTexts, invitationTexts, otpTexts, registerTexts, teamTexts, texts } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { planTabTexts } from "@mayfly/web/features/settings/texts";
import { teamScreenTexts } from "@mayfly/web/features/team/texts";
import type { Page } from "@playwright/test";
import { field } from "./page.ts";
import {
  activeInvited,
  activity,
  answered,
  deliveries,
  delivery,
  emails,
  fullTeam,
  instant,
  internationalDomains,
  invitationLink,
  invitedBy,
  invitedPeople,
  longInvitation,
  longNames,
  longTimeline,
  manyDomains,
  manyEmails,
  manyKeys,
  manyPeople,
  manyWebhooks,
  named,
  newKey,
  noEmails,
  planned,
  refusedMail,
  starterPlan,
  used,
  withWebhooks,
  words,
} from "./screen_answers.ts";
import { asMember, changed, fails, lists, refuses, says, undrawn } from "./stub.ts";

const {
  api_key,
  domain,
  email,
  invitation,
  plan,
  profile,
  register,
  reportview,
  reset_user,
  resource,
  setting,
  stats,
  team,
  webhook,
} = contracts;
const { get_company_plan, get_stats } = plan;

const resetLink = `/forget-password/${"a".repeat(32)}`;
const faultPage = path.join(import.meta.dirname, "../apps/web/dist/500.html");

export interface Screen {
  name: string;
  as: "guest" | "member";
  path: string;
  /** Stubs of calls, in place of the server's answers or beside them. */
  answers?: readonly ((page: Page) => Promise<unknown>)[];
  /** Brings the open page into the state. */
  act?: (page: Page) => Promise<unknown>;
  /** Draws the whole page instead of what fits the window. */
  whole?: boolean;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).first();
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(page, name).click();
  };
const fill = async (page: Page, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
};
const linked = [activeInvited, answered(team.make_invitation_link, says({ link: invitationLink }))];
/** Copies an invitation's link, where the browser allows it or refuses. */
const copyLink = (outcome: "resolve" | "reject") => async (page: Page) => {
  await page.evaluate((outcome) => {
    navigator.clipboard.write = () => Promise[outcome]();
  }, outcome);
  await button(page, /^Edit/).click();
  await button(page, "Copy link").click();
  await page.getByText("It expires in 7 days.").waitFor();
};
const shown = (text: string) => (page: Page) => page.getByText(text, { exact: true }).first().waitFor();
const alerted = (page: Page) => page.getByRole("alert").first().waitFor();

const personal = { "Full name": "Ada Lovelace", Email: "ada@engines.example" };
async function toCompany(page: Page) {
  await fill(page, { ...personal, Password: "aaaaaaaa", "Confirm password": "aaaaaaaa" });
  await button(page, "Next").click();
  await field(page, "Company name").waitFor();
}

const opened = (subject: string) => (page: Page) =>
  page.locator("[data-message]", { hasText: subject }).first().click();
const view = (subject: string, tab: string) => async (page: Page) => {
  await opened(subject)(page);
  await page.getByRole("tab", { name: tab, exact: true }).click();
};
const palette = (typed: string) => async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(typed);
};

/** Ends the session of a user who has logged in on this browser; the next call is refused. */
async function endSession(page: Page) {
  await page.evaluate(async (path) => {
    const { message } = await (await fetch(path)).json();
    localStorage.setItem("user", JSON.stringify({ name: message, full_name: "", email: message }));
  }, contracts.session.get_logged_user.path);
  await page.context().clearCookies();
}

async function toPlans(page: Page) {
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
  await page.locator("#pricing").evaluate((plans) => plans.scrollIntoView());
}

const emailsPage = "/dashboard/emails";
const guest = (name: string, path: string, rest: Partial<Screen> = {}): Screen => ({
  name,
  as: "guest",
  path,
  ...rest,
});
const inside = (name: string, path: string, rest: Partial<Screen> = {}): Screen => ({
  name,
  as: "member",
  path,
  ...rest,
});
const settings = (tab: string, rest: Partial<Screen> = {}, name = tab): Screen => ({
  ...inside(`settings-${name}`, `/dashboard/settings?tab=${tab}`, rest),
  whole: true,
});

/** The address that has mail of every kind in it; render.ts sends it. */
export const mailbox = "demo@mayfly.test";
const inbox = (name: string, rest: Partial<Screen> = {}, address: string = mailbox): Screen =>
  inside(`inbox${name}`, `/inbox?email=${encodeURIComponent(address)}`, {
    ...rest,
    answers: [...(rest.answers ?? []), undrawn],
  });

/** Every screen and state that the render script draws. */
export const screens: readonly Screen[] = [
  guest("homepage", "/homepage", { whole: true }),
  guest("homepage-top", "/homepage"),
  inside("homepage-member", "/homepage", { answers: [named("Professional")], act: toPlans }),
  inside("homepage-expired", "/homepage", {
    answers: [
      answered(
        get_company_plan,
        changed<object>((own) => ({ ...own, plan: "Professional", expiry_date: "2020-01-01" })),
      ),
    ],
    act: toPlans,
  }),
  guest("login", "/login"),
  guest("login-errors", "/login", { act: press("Sign in") }),
  guest("login-refused", "/login", {
    async act(page) {
      await fill(page, { Email: "nobody@company.example", Password: "wrong" });
      await page.keyboard.press("Enter");
      await page.getByRole("listitem").first().waitFor();
    },
  }),
  guest("login-busy", "/login", {
    answers: [answered(contracts.session.login, "no answer")],
    async act(page) {
      await fill(page, { Email: "ada@engines.example", Password: "aaaaaaaa" });
      await page.keyboard.press("Enter");
    },
  }),
  guest("demo-accounts", "/demo-accounts"),
  guest("register", "/register", { whole: true }),
  guest("register-errors", "/register", { act: press("Next"), whole: true }),
  guest("register-reloaded", "/register", {
    async act(page) {
      await toCompany(page);
      await page.reload();
      await field(page, "Full name").waitFor();
    },
    whole: true,
  }),
  guest("register-company", "/register", { act: toCompany, whole: true }),
  guest("register-company-errors", "/register", {
    async act(page) {
      await toCompany(page);
      await field(page, "Company email").fill("hello");
      await button(page, "Create Account").click();
      await alerted(page);
    },
    whole: true,
  }),
  guest("register-refused", "/register", {
    answers: [
      answered(
        register.create_account,
        says({ success: false, errors: [registerTexts.companyEmailTaken, words.reason] }),
      ),
    ],
    async act(page) {
      await toCompany(page);
      await fill(page, {
        "Company name": words.company,
        "Company email": words.address,
        Industry: words.reason.slice(0, 80),
      });
      await field(page, "Company size").selectOption("11-50");
      await page.getByLabel("Phone number", { exact: true }).fill("5551234567");
      await button(page, "Create Account").click();
      await alerted(page);
    },
    whole: true,
  }),
  guest("verify", "/verify-otp?signup_request=x", {
    act: (page) => field(page, "Verification code").pressSequentially("407"),
  }),
  guest("verify-refused", "/verify-otp?signup_request=x", {
    async act(page) {
      await field(page, "Verification code").fill("407125");
      await page.keyboard.press("Enter");
      await alerted(page);
    },
  }),
  guest("verify-other-browser", "/verify-otp?signup_request=x", {
    answers: [answered(register.verify_otp, refuses(417, otpTexts.otherBrowser))],
    async act(page) {
      await field(page, "Verification code").fill("407125");
      await page.keyboard.press("Enter");
      await field(page, "Password").waitFor();
    },
  }),
  guest("forgot-password", "/forget-password"),
  guest("forgot-password-sent", "/forget-password", {
    async act(page) {
      await field(page, "Email").fill(words.address);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
    },
  }),
  guest("new-password", resetLink, {
    answers: [answered(reset_user.check_link, says({ success: true, message: "" }))],
    act: (page) => field(page, "New password").fill("Abcdef"),
  }),
  guest("new-password-refused", resetLink, {
    answers: [answered(reset_user.check_link, says({ success: true, message: "" }))],
    async act(page) {
      await fill(page, { "New password": "Abcdef1!", "Confirm password": "Abcdef1!" });
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Request a new link" }).waitFor();
    },
  }),
  guest("join", "/forget-password/join_x", {
    answers: [invitedBy({})],
    act: (page) => field(page, "Choose a password").fill("Abcdef"),
  }),
  guest("join-long", "/forget-password/join_x", { answers: [invitedBy(longInvitation)], whole: true }),
  guest("join-code", "/forget-password/join_x", {
    answers: [
      invitedBy({ ...longInvitation, needs_code: 1 }),
      answered(invitation.accept_invitation, says({ success: true, message: invitationTexts.codeSent })),
    ],
    async act(page) {
      await field(page, "Choose a password").fill("Abcdef1!");
      await page.keyboard.press("Enter");
      await field(page, "Verification code").pressSequentially("407");
    },
  }),
  guest("join-refused", "/forget-password/join_x", {
    answers: [invitedBy({}), answered(invitation.accept_invitation, fails)],
    async act(page) {
      await field(page, "Choose a password").fill("Abcdef1!");
      await page.keyboard.press("Enter");
      await alerted(page);
    },
  }),
  guest("join-failed", "/forget-password/join_x", { answers: [answered(invitation.get_invitation, fails)] }),
  guest("join-ended", "/forget-password/join_x"),
  guest("not-found", "/assets/nothing"),
  guest("fault", "/assets/nothing", {
    answers: [answered({ path: "/assets/nothing" }, (route) => route.fulfill({ status: 500, path: faultPage }))],
  }),
  inside("crash", "/dashboard/domains", {
    // Aborts the page's script, which is known by its text because it has no name of its own.
    answers: [
      (page) =>
        page.route("**/assets/*.js", async (route) => {
          const response = await route.fetch();
          if ((await response.text()).includes("Add a domain")) await route.abort();
          else await route.fulfill({ response });
        }),
    ],
    act: (page) => page.getByText(texts.unexpected).waitFor(),
  }),

  inside("waiting", "/dashboard", { answers: [answered(get_stats, "no answer")] }),
  inside("plan-expired", "/dashboard", { answers: [used({ expiry_date: "2020-01-01" })] }),
  inside("home", "/dashboard"),
  inside("home-loading", "/dashboard", {
    answers: [answered(stats.get_dashboard_status, "no answer"), answered(reportview.get, "no answer")],
  }),
  inside("home-failed", "/dashboard", {
    answers: [
      answered(stats.get_dashboard_status, fails),
      answered(reportview.get, fails),
      answered(resource.list, fails),
      answered(profile.get_profile, fails),
      named("Professional"),
    ],
  }),
  inside("home-empty", "/dashboard", {
    answers: [
      answered(reportview.get, says({ keys: [], values: [] })),
      answered(resource.list, lists([])),
      named("Starter"),
    ],
  }),
  inside("home-full", "/dashboard", {
    answers: [answered(resource.list, lists(emails(10))), answered(reportview.get, says(activity)), longNames],
    whole: true,
  }),
  inside("home-no-match", "/dashboard", {
    act: (page) => page.getByLabel("Search recent emails").fill("nothing such"),
  }),
  inside("home-member", "/dashboard", { answers: [asMember] }),
  inside("home-collapsed", "/dashboard", {
    async act(page) {
      const collapse = page.getByRole("button", { name: /collapse/i });
      if (await collapse.isVisible()) await collapse.click();
      else await button(page, "Navigation").click();
    },
  }),
  inside("invite", "/dashboard", { act: press("Invite Team") }),

  inside("emails", emailsPage),
  inside("emails-loading", emailsPage, { answers: [answered(resource.list, "no answer")] }),
  inside("emails-empty", emailsPage, { answers: noEmails }),
  inside("emails-no-match", emailsPage, {
    async act(page) {
      await page.getByLabel("Search emails").fill(words.address);
      await shown("No emails found")(page);
    },
  }),
  inside("emails-failed", emailsPage, { answers: [answered(resource.list, fails)] }),
  inside("emails-full", emailsPage, { answers: manyEmails, whole: true }),
  inside("emails-member", emailsPage, { answers: [asMember, ...manyEmails] }),
  inside("emails-unavailable", emailsPage, { answers: [planned("email", { available: 0 })] }),
  inside("emails-toasts", emailsPage, {
    answers: [answered(email.toggle_email, refuses(417, `${words.reason} ${words.reason}`))],
    async act(page) {
      await button(page, /^Copy /).click();
      await page.getByRole("switch").first().click();
      await page
        .getByRole("region", { name: /notification/i })
        .getByRole("listitem")
        .nth(1)
        .waitFor();
    },
  }),
  inside("session-ended", "/dashboard/settings", {
    async act(page) {
      await fill(page, { "Full name": "Half typed" });
      await endSession(page);
      await button(page, "Save changes").click();
      await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
    },
  }),
  inside("session-ended-refused", emailsPage, {
    async act(page) {
      await press("Create Email")(page);
      await field(page, "Domain").selectOption("mayfly.test");
      await field(page, "Prefix").fill("half-typed");
      await endSession(page);
      // The check of the prefix is refused.
      const password = page.getByRole("dialog").getByLabel("Password", { exact: true });
      await password.fill("wrong");
      await password.press("Enter");
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  }),
  inside("create", emailsPage, { act: press("Create Email") }),
  inside("create-international", emailsPage, {
    answers: [answered(email.get_company_domains, says(["xn--bcher-kva.example", "mayfly.test"]))],
    async act(page) {
      await button(page, "Create Email").click();
      await page.getByRole("dialog").getByLabel("Domain").selectOption("xn--bcher-kva.example");
    },
  }),
  inside("create-long", emailsPage, {
    answers: [answered(email.get_company_domains, says([words.domain, "mayfly.test"]))],
    async act(page) {
      await button(page, "Create Email").click();
      await page
        .getByRole("dialog")
        .getByLabel(/prefix/i)
        .first()
        .fill("rindfleischetikettierungsueberwachung");
      await page
        .getByRole("dialog")
        .getByLabel(/reason/i)
        .fill(words.reason);
    },
  }),
  inside("create-done", emailsPage, {
    answers: [
      answered(
        email.create_email,
        says({
          success: true,
          message: emailTexts.created,
          email: { ...emails(1)[0], name: words.address, modified: instant(0) },
        }),
      ),
    ],
    async act(page) {
      await button(page, "Create Email").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Domain").selectOption("mayfly.test");
      await dialog.getByRole("button", { name: "Create Email" }).click();
      await shown(emailTexts.created)(page);
    },
  }),
  inside("create-taken", emailsPage, {
    answers: [answered(email.is_email_available, says(false))],
    async act(page) {
      await button(page, "Create Email").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Domain").selectOption("mayfly.test");
      await dialog
        .getByLabel(/prefix/i)
        .first()
        .fill("demo");
      await shown(emailTexts.prefixTaken)(page);
    },
  }),
  inside("create-starter", emailsPage, {
    answers: [planned("email_expiry", { available: 0 })],
    act: press("Create Email"),
  }),
  inside("create-no-domains", emailsPage, {
    answers: [answered(email.get_company_domains, says([]))],
    act: press("Create Email"),
  }),
  inside("create-blocked", "/dashboard", {
    answers: [used({ email: 5 }), planned("email", { unlimited: 0, limit: 5 })],
    act: press("Create Email"),
  }),

  inside("domains", "/dashboard/domains"),
  inside("domains-loading", "/dashboard/domains", { answers: [answered(domain.list_domains, "no answer")] }),
  inside("domains-empty", "/dashboard/domains", {
    answers: [answered(domain.list_domains, says({ domains: [], count: 0 }))],
  }),
  inside("domains-failed", "/dashboard/domains", { answers: [answered(domain.list_domains, fails)] }),
  inside("domains-full", "/dashboard/domains", { answers: manyDomains, whole: true }),
  inside("domains-unavailable", "/dashboard/domains", { answers: [planned("domain", { available: 0 })] }),
  inside("domains-records", "/dashboard/domains", { answers: manyDomains, act: press(/^DNS records/), whole: true }),
  inside("domains-delete", "/dashboard/domains", { answers: manyDomains, act: press(/^Delete/) }),
  inside("domains-international", "/dashboard/domains", {
    answers: [internationalDomains],
    async act(page) {
      await field(page, "Add a domain").fill("https://Bücher.example/imprint");
      await press(/^DNS records/)(page);
    },
    whole: true,
  }),
  inside("domains-international-delete", "/dashboard/domains", {
    answers: [internationalDomains],
    act: press(/^Delete/),
  }),
  inside("domains-pasted", "/dashboard/domains", {
    act: (page) => field(page, "Add a domain").fill(`https://${words.domain}/imprint?from=mail`),
  }),
  inside("domains-member", "/dashboard/domains", { answers: [asMember, ...manyDomains] }),

  inside("webhooks", "/dashboard/webhooks"),
  inside("webhooks-loading", "/dashboard/webhooks", {
    answers: [answered(webhook.get_all_webhooks, "no answer"), answered(webhook.get_hmac_password, "no answer")],
  }),
  inside("webhooks-empty", "/dashboard/webhooks", {
    answers: [answered(webhook.get_all_webhooks, says({ webhooks: [], count: 0 })), ...withWebhooks],
  }),
  inside("webhooks-failed", "/dashboard/webhooks", {
    answers: [answered(webhook.get_all_webhooks, fails), answered(webhook.get_hmac_password, fails), ...withWebhooks],
  }),
  inside("webhooks-full", "/dashboard/webhooks", { answers: manyWebhooks, whole: true }),
  inside("webhooks-member", "/dashboard/webhooks", { answers: [asMember, ...manyWebhooks] }),
  inside("webhooks-unavailable", "/dashboard/webhooks", { answers: [planned("webhook", { available: 0 })] }),
  inside("webhooks-create", "/dashboard/webhooks", { answers: withWebhooks, act: press("Add Webhook") }),
  inside("webhooks-edit", "/dashboard/webhooks", { answers: manyWebhooks, act: press(/^Edit/) }),
  inside("webhooks-delete", "/dashboard/webhooks", { answers: manyWebhooks, act: press(/^Delete/) }),
  inside("deliveries", "/dashboard/webhooks/webhook-0f3a", {
    answers: deliveries([0, 1, 2, 3].map(delivery)),
    act: (page) => page.locator("summary").nth(3).click(),
    whole: true,
  }),
  inside("deliveries-empty", "/dashboard/webhooks/webhook-0f3a", { answers: deliveries([]) }),
  inside("deliveries-failed", "/dashboard/webhooks/webhook-0f3a", {
    answers: [answered(webhook.get_webhook_deliveries, fails)],
  }),

  inside("integrations", "/dashboard/integrations", { whole: true }),
  inside("api-access", "/dashboard/api", { answers: [planned("api", { available: 0 })], whole: true }),
  inside("api-access-failed", "/dashboard/api", { answers: [answered(get_company_plan, fails)] }),
  inside("api-keys", "/dashboard/api", { answers: [manyKeys], whole: true }),
  inside("api-keys-loading", "/dashboard/api", { answers: [answered(api_key.get_api_keys, "no answer")] }),
  inside("api-keys-empty", "/dashboard/api"),
  inside("api-keys-failed", "/dashboard/api", { answers: [answered(api_key.get_api_keys, fails)] }),
  inside("api-keys-member", "/dashboard/api", { answers: [asMember, manyKeys] }),
  inside("api-keys-examples", "/dashboard/api", {
    async act(page) {
      await page.getByRole("tab", { name: "Node" }).click();
      await page.getByRole("heading", { name: "Examples" }).evaluate((heading) => heading.scrollIntoView());
    },
  }),
  inside("api-keys-create", "/dashboard/api", { act: press("Create key", "Test suite") }),
  inside("api-keys-create-errors", "/dashboard/api", {
    async act(page) {
      await button(page, "Create key").click();
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await alerted(page);
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).scrollIntoViewIfNeeded();
    },
  }),
  inside("api-keys-created", "/dashboard/api", {
    answers: [answered(api_key.create_api_key, newKey)],
    async act(page) {
      await press("Create key", "Test suite")(page);
      await field(page, "Name").fill("End-to-end tests");
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await page.getByRole("button", { name: "Copy key" }).waitFor();
    },
  }),
  inside("api-keys-rotate", "/dashboard/api", { answers: [manyKeys], act: press(/^Rotate End/) }),
  inside("api-keys-revoke", "/dashboard/api", { answers: [manyKeys], act: press(/^Revoke Donau/) }),

  inside("team", "/dashboard/team"),
  inside("team-loading", "/dashboard/team", { answers: [answered(team.get_team_members, "no answer")] }),
  inside("team-empty", "/dashboard/team", {
    answers: [answered(team.get_team_members, says({ team_members: [], count: 1 }))],
  }),
  inside("team-failed", "/dashboard/team", { answers: [answered(team.get_team_members, fails)] }),
  inside("team-full", "/dashboard/team", { answers: fullTeam, whole: true }),
  inside("team-member", "/dashboard/team", { answers: [asMember] }),
  inside("team-unavailable", "/dashboard/team", { answers: [planned("team", { available: 0 })] }),
  inside("team-permissions", "/dashboard/team", {
    act: (page) => page.getByRole("tab", { name: "Permissions" }).click(),
    whole: true,
  }),
  inside("team-edit", "/dashboard/team", { answers: [manyPeople], act: press(/^Edit/) }),
  inside("team-edit-invited", "/dashboard/team", { answers: [invitedPeople], act: press(/^Edit/) }),
  inside("team-invited", "/dashboard/team", { answers: [invitedPeople] }),
  inside("team-edit-invited-copied", "/dashboard/team", { answers: linked, act: copyLink("resolve") }),
  inside("team-edit-invited-by-hand", "/dashboard/team", { answers: linked, act: copyLink("reject") }),
  inside("team-edit-full", "/dashboard/team", { answers: fullTeam, act: press(/^Edit/) }),
  inside("team-invite-refused", "/dashboard/team", {
    answers: [answered(team.invite_team_member, refuses(409, teamTexts.invitedAlready))],
    async act(page) {
      await button(page, "Invite Member").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Max Miller");
      await dialog.getByLabel(/email/i).fill("max@lakeside.example");
      await page.keyboard.press("Enter");
      await shown(teamScreenTexts.invitationFailed)(page);
    },
  }),

  settings("profile", { act: shown("Company cannot be changed") }),
  settings("profile", { answers: [longNames] }, "profile-long"),
  settings("profile", { answers: [answered(profile.get_profile, fails)] }, "profile-failed"),
  settings("profile", { answers: [answered(profile.get_profile, "no answer")] }, "profile-loading"),
  settings("security", {
    async act(page) {
      await field(page, "New password").fill("Abcdefgh");
      await shown("Medium")(page);
    },
  }),
  settings("notifications", { act: (page) => page.getByRole("switch", { name: "Team" }).waitFor() }),
  settings(
    "notifications",
    { answers: [answered(setting.get_notification_preferences, says([]))] },
    "notifications-empty",
  ),
  settings(
    "notifications",
    { answers: [answered(setting.get_notification_preferences, fails)] },
    "notifications-failed",
  ),
  settings("company", { act: (page) => field(page, "Industry").waitFor() }),
  settings("branding", { act: shown("Custom CSS") }),
  settings("sso", { act: shown("Attribute mapping") }),
  settings("plan", { act: shown("Available features") }),
  settings(
    "plan",
    {
      answers: [starterPlan, used({ email: 4, team: 1, webhook: 1 })],
      act: shown("Available features"),
    },
    "plan-starter",
  ),
  settings(
    "plan",
    { answers: [answered(get_stats, fails)], act: (page) => page.getByText(planTabTexts.usageFailed).waitFor() },
    "plan-uncounted",
  ),
  settings("plan", { answers: [answered(get_company_plan, refuses(417, texts.unavailable))] }, "plan-failed"),
  settings("plan", { answers: [answered(get_company_plan, says(null))] }, "plan-none"),

  inside("inbox-all", "/inbox"),
  inbox(""),
  inbox("-loading", { answers: [answered(reportview.get, "no answer")] }),
  inbox("-empty", { answers: [answered(resource.list, lists(emails(1)))] }, words.address),
  inbox(
    "-refused",
    { answers: [answered(resource.list, lists(emails(1))), refusedMail], act: shown(inboxTexts.refused), whole: true },
    words.address,
  ),
  inbox("-unknown", {}, words.address),
  inbox("-failed", { answers: [answered(reportview.get, refuses(417, "Network error: the mail server is away"))] }),
  inbox("-no-match", { act: (page) => page.getByPlaceholder("Search emails...").fill(words.reason) }),
  inbox("-search-older", {
    answers: [
      answered(
        reportview.get,
        says({ keys: ["name", "subject"], values: Array.from({ length: 20 }, (_, row) => [row, `Build ${row}`]) }),
      ),
    ],
    act: (page) => page.getByPlaceholder("Search emails...").fill("receipt"),
  }),
  inbox("-long", { answers: [longNames], act: opened(words.reason.slice(0, 20)) }),
  inbox("-message", { act: opened("Welcome to Lakeside") }),
  inbox("-code", { act: opened("407 125") }),
  inbox("-attachments", { act: opened("Your receipt") }),
  inbox("-headers", { act: view("Your receipt", "Headers") }),
  inbox("-source", { act: view("Your receipt", "Source") }),
  inbox("-delivery", { act: view("Your receipt", "Delivery") }),
  inbox("-delivery-long", { answers: [longTimeline], act: view("Your receipt", "Delivery") }),
  inbox("-text", { act: opened("Plain words") }),
  inbox("-message-loading", {
    answers: [answered(contracts.load.getdoc, "no answer")],
    act: opened("Your receipt"),
  }),
  inbox("-message-failed", { answers: [answered(contracts.load.getdoc, fails)], act: opened("Your receipt") }),
  inbox("-offline", {
    async act(page) {
      await page.locator("[data-message]").first().waitFor();
      await page.context().setOffline(true);
    },
  }),
  inbox("-deleted", {
    // Leaving the page would delete them, while other screens show them.
    answers: [
      (page) => page.addInitScript(() => addEventListener("pagehide", (event) => event.stopImmediatePropagation())),
    ],
    async act(page) {
      await opened("407 125")(page);
      for (let times = 0; times < 2; times += 1) {
        const here = page.url();
        await button(page, inboxTexts.delete).click();
        await page.waitForURL((url) => url.href !== here);
      }
    },
  }),
  // There are many of these messages: this one the server does delete.
  inbox("-deleted-elsewhere", {
    async act(page) {
      await opened("Build 10")(page);
      const name = new URL(page.url()).searchParams.get("message");
      await page.context().request.post(contracts.inbox.delete_message.path, { data: { name } });
      await shown(inboxTexts.openDeleted)(page);
    },
  }),
  inbox("-keys", { act: (page) => page.keyboard.press("?") }),
  inbox("-options", { act: press("Inbox options") }),
  inbox("-drawer", {
    async act(page) {
      const menu = button(page, "Navigation");
      if (await menu.isVisible()) await menu.click();
    },
  }),

  inside("palette", "/dashboard", { act: palette("") }),
  inside("palette-search", "/dashboard", { answers: [answered(resource.list, lists(emails(6)))], act: palette("a") }),
  inside("palette-nothing", "/dashboard", { act: palette("nothing such") }),
  inbox("-palette", { act: palette("copy") }),
  inside("first-steps", "/dashboard", {
    answers: [
      answered(stats.get_dashboard_status, says({ total_emails: 0, active_emails: 0, team_members: 1, domains: 0 })),
    ],
    whole: true,
  }),
  inside("emails-selected", "/dashboard/emails", {
    act: async (page) => {
      await page.getByRole("checkbox").first().waitFor();
      for (const box of await page.getByRole("checkbox").all()) await box.check();
    },
  }),
  inside("emails-filtered", "/dashboard/emails?status=ended&sort=mail"),
  inside("emails-undo", "/dashboard/emails", { act: (page) => page.getByRole("switch").first().click() }),
  inbox("-waiting", { answers: [answered(resource.list, lists(emails(14)))] }, "signup-test@mayfly.test"),
  inside("search", "/dashboard/search"),
  inside("search-found", "/dashboard/search?q=code%20is%3Aunread", { whole: true }),
  inside("search-file", `/dashboard/search?q=${encodeURIComponent("filename:zustaendigkeit has:attachment")}`),
  inside("search-none", `/dashboard/search?q=${encodeURIComponent("donaudampfschifffahrtselektrizitätenwerk")}`),
  inside("search-fault", `/dashboard/search?q=${encodeURIComponent("receipt is:maybe from:lakeside")}`, {
    act: alerted,
  }),
  inside("search-waiting", "/dashboard/search?q=from%3A"),
  inside("search-error", "/dashboard/search?q=x", { answers: [answered(reportview.get, fails)], act: alerted }),
  inside("palette-mail", "/dashboard", { act: palette("receipt") }),
  inbox("-search-all", {
    act: (page) => page.getByPlaceholder(inboxTexts.search).fill("webhook"),
  }),
];
