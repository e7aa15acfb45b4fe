import path from "node:path";
import type { Page } from "@playwright/test";
import {
  type Contract,
  contracts,
  type Domain,
  emailTexts,
  type LoggedDelivery,
  NotificationLog,
  registerTexts,
  type TeamMember,
  teamTexts,
  texts,
  type Webhook,
} from "../packages/contracts/src/index.ts";
import { field } from "./page.ts";
import { type Answer, asMember, changed, fails, lists, refuses, says, stub, undrawn } from "./stub.ts";

const { domain, email, plan, profile, register, reportview, resource, setting, stats, team, webhook } = contracts;
const { get_company_plan, get_stats } = plan;

const faultPage = path.join(import.meta.dirname, "../apps/web/dist/500.html");

/** Long as they come: one word, one address, one name, and what a person may write. */
const words = {
  reason: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, Kündigungsbestätigung",
  person: "Maximiliane-Charlotte Freifrau von Donnersmarck-Hohenzollern zu Rechtsschutzversicherungsgesellschaft",
  company: "Rechtsschutzversicherungsgesellschaften und Grundstücksverkehrsgenehmigungszuständigkeit GmbH & Co. KG",
  address:
    "kraftfahrzeughaftpflichtversicherung.rindfleischetikettierung01@posteingang.rechtsschutzversicherungsgesellschaften.example",
  domain: "grundstuecksverkehrsgenehmigungszustaendigkeitsuebertragung.posteingang.example",
  url: `https://hooks.rechtsschutzversicherungsgesellschaften.example/${"sehr-langer-pfad/".repeat(9)}ende?team=qualitaetssicherung`,
} as const;

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

const answered = (contract: Pick<Contract, "path">, answer: Answer) => (page: Page) => stub(page, contract, answer);

const used = (counts: object) =>
  answered(
    get_stats,
    changed<object>((own) => ({ ...own, ...counts })),
  );
const planned = (feature: string, having: object) =>
  answered(
    get_company_plan,
    changed<{ features: { feature: string }[] }>((own) => ({
      ...own,
      features: own.features.map((each) => (each.feature === feature ? { ...each, ...having } : each)),
    })),
  );
const named = (planName: string) =>
  answered(
    get_company_plan,
    changed<object>((own) => ({ ...own, plan: planName })),
  );
const longNames = answered(
  profile.get_profile,
  changed<object>((own) => ({
    ...own,
    full_name: words.person,
    company_name: words.company,
    email: words.address,
  })),
);

const now = Date.now();
const instant = (days: number) => new Date(now + days * 86_400_000).toISOString();

const emails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email_name: index % 2 === 0 ? words.address : `signup-${index}@mayfly.test`,
    expiry: [null, instant(0.01), instant(1), instant(6), instant(-1), instant(200)][index % 6],
    reason: index % 2 === 0 ? words.reason : "",
    visibility: index % 3 === 0 ? "Public" : "Private",
    is_active: index % 6 === 4 ? 0 : 1,
    creation: instant(-index),
    owner: index % 3 === 1 ? words.address : "demo@mayfly.test",
  }));
const manyEmails = [
  answered(resource.list, lists(emails(5))),
  answered(reportview.get_count, says(1001)),
  used({ email: 5 }),
  planned("email", { unlimited: 0, limit: 5 }),
];
const happened = ["Email", "Domain", "Webhook", "Member"] as const;
const activity = {
  keys: Object.keys(NotificationLog.shape),
  values: Array.from({ length: 20 }, (_, index) => {
    const row: NotificationLog = {
      name: String(index),
      subject: index % 3 === 0 ? words.reason : "Email created",
      type: "Alert",
      email_content: index % 2 === 0 ? `${words.person} created ${words.address}` : "Ada created signup@mayfly.test",
      document_type: happened[index % 4] ?? "",
      document_name: words.address,
      for_user: "",
      read: 0,
      creation: instant(-index / 3),
      modified: instant(-index / 3),
    };
    return Object.values(row);
  }),
};
const noEmails = [answered(resource.list, lists([])), answered(reportview.get_count, says(0))];

const people = (count: number): TeamMember[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${index}@lakeside.example`,
    full_name: index % 2 === 0 ? words.person : "Max Miller",
    email: index % 2 === 0 ? words.address : "max@lakeside.example",
    role: index % 2 === 0 ? "Administrator" : "Member",
    is_active: index % 3 === 0 ? 0 : 1,
    creation: index === 1 ? null : instant(-index * 40),
  }));
const manyPeople = answered(team.get_team_members, says({ team_members: people(5), count: 41 }));
const fullTeam = [manyPeople, used({ team: 3 }), planned("team", { unlimited: 0, limit: 3 })];

const ownDomain = (index: number, own: Partial<Domain> = {}): Domain => {
  const domain_name = index % 2 === 0 ? words.domain : `mail-${index}.lakeside.example`;
  return {
    name: domain_name,
    domain_name,
    is_verified: index % 3 === 0 ? 0 : 1,
    is_default: 0,
    creation: instant(-index),
    owner: words.address,
    mx_found: index % 3 === 1 ? 1 : 0,
    checked: instant(-0.1),
    failing_since: null,
    unverified_on: null,
    active_emails: index * 7,
    records: [
      {
        type: "TXT",
        name: `_mayfly.${domain_name}`,
        value: "mayfly-verification=3f1c9a7be4d84e0c9b1f6a2d",
        priority: null,
        status: "missing",
        seen: ["v=spf1 -all", "mayfly-verification=another"],
      },
      {
        type: "MX",
        name: domain_name,
        value: "mx.mayfly.test",
        priority: 10,
        status: "outranked",
        seen: ["1 aspmx.example", "5 alt1.aspmx.example"],
      },
    ],
    ...own,
  };
};
const domains = (...rows: Domain[]) => answered(domain.list_domains, says({ domains: rows, count: 23 }));
const manyDomains = [
  domains(
    ownDomain(0),
    ownDomain(1),
    ownDomain(2),
    ownDomain(4, { failing_since: instant(-2), unverified_on: instant(5) }),
    ownDomain(7, { is_default: 1, is_verified: 1, domain_name: "mayfly.test", creation: null, owner: "" }),
  ),
  used({ domain: 10 }),
  planned("domain", { available: 1, unlimited: 0, limit: 10 }),
];

const hook = (index: number): Webhook => ({
  id: `webhook-${index}f3a`,
  name: `webhook-${index}f3a`,
  url: index % 2 === 0 ? words.url : "https://hooks.lakeside.example/mail",
  event: ["email.received", "email.created", "email.expired"][index % 3] ?? "",
  enabled: index === 2 || index === 3 ? 0 : 1,
  is_active: index === 2 || index === 3 ? 0 : 1,
  domain: index % 2 === 0 ? words.domain : null,
  domain_name: index % 2 === 0 ? words.domain : null,
  description: index % 2 === 0 ? words.reason : "",
  creation: instant(-index),
  failing_since: index > 2 ? instant(-1) : null,
  paused: index === 3 ? instant(-0.5) : null,
});
const hooks = [0, 1, 2, 3, 4].map(hook);
const withWebhooks = [used({ webhook: 5 }), planned("webhook", { available: 1, unlimited: 0, limit: 25 })];
const manyWebhooks = [answered(webhook.get_all_webhooks, says({ webhooks: hooks, count: 23 })), ...withWebhooks];
const delivery = (index: number): LoggedDelivery => ({
  name: `msg_0193${index}e7c5a1b72f8`,
  event: "email.received",
  test: index === 2,
  status: (["delivered", "pending", "failed"] as const)[index % 3] ?? "pending",
  creation: instant(-index / 20),
  next_attempt: index % 3 === 1 ? instant(0.02) : null,
  about: index === 1 ? "" : index === 0 ? words.address : "orders@mayfly.test",
  subject: index === 1 ? "" : index === 0 ? words.reason : "Your code is 123456",
  message: index === 1 ? null : "01931e7c-0000-7000-8000-000000000000",
  attempts: Array.from({ length: index }, (_, attempt) => ({
    attempt: attempt + 1,
    creation: instant(-index / 20),
    duration: 10_000 - attempt * 3000,
    status: attempt === 0 ? null : 503,
    answer: attempt === 0 ? "The server did not answer in 10 seconds." : `<h1>${words.reason}</h1> ${words.url}`,
  })),
});
const deliveries = (rows: LoggedDelivery[]) => [
  answered(webhook.get_webhook_deliveries, says({ webhook: hook(0), deliveries: rows, count: rows.length })),
  answered(
    webhook.get_delivery_body,
    says({ body: JSON.stringify({ type: "email.received", data: { text: words.reason.repeat(9) } }) }),
  ),
  ...withWebhooks,
];

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
  guest("forgot-password", "/forget-password"),
  guest("forgot-password-sent", "/forget-password", {
    async act(page) {
      await field(page, "Email").fill(words.address);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
    },
  }),
  guest("new-password", "/forget-password/token", {
    act: (page) => field(page, "New password").fill("Abcdef"),
  }),
  guest("new-password-refused", "/forget-password/token", {
    async act(page) {
      await fill(page, { "New password": "Abcdef1!", "Confirm password": "Abcdef1!" });
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Request a new link" }).waitFor();
    },
  }),
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
  inside("create", emailsPage, { act: press("Create Email") }),
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
  inside("api-access", "/dashboard/api", { whole: true }),

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
  inside("team-edit-full", "/dashboard/team", { answers: fullTeam, act: press(/^Edit/) }),
  inside("team-invite-refused", "/dashboard/team", {
    answers: [answered(team.invite_team_member, refuses(417, teamTexts.accountExists))],
    async act(page) {
      await button(page, "Invite Member").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Max Miller");
      await dialog.getByLabel(/email/i).fill("max@lakeside.example");
      await page.keyboard.press("Enter");
      await shown(teamTexts.invitationFailed)(page);
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
  settings("plan", { answers: [answered(get_company_plan, refuses(417, texts.unavailable))] }, "plan-failed"),
  settings("plan", { answers: [answered(get_company_plan, says(null))] }, "plan-none"),

  inside("inbox-all", "/inbox"),
  inbox(""),
  inbox("-loading", { answers: [answered(reportview.get, "no answer")] }),
  inbox("-empty", { answers: [answered(resource.list, lists(emails(1)))] }, words.address),
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
];
