import path from "node:path";
import type { Page, Route } from "@playwright/test";
import {
  type Contract,
  contracts,
  type Domain,
  emailTexts,
  NotificationLog,
  registerTexts,
  type TeamMember,
  teamTexts,
  texts,
  type Webhook,
  type WebhookDelivery,
} from "../packages/contracts/src/index.ts";

import { undrawn } from "./stub.ts";

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
  /** What calls are answered with, instead of or beside what the server says. */
  answers?: readonly Answer[];
  /** From the open page to the state. */
  act?: (page: Page) => Promise<unknown>;
  /** The whole page instead of what fits the window. */
  whole?: boolean;
}

type Answer = (page: Page) => Promise<unknown>;

/** What comes before the question mark; a `:word` of a path stands for any. */
const reached =
  ({ path }: Pick<Contract, "path">) =>
  ({ pathname }: URL) =>
    new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`).test(pathname);

const answered =
  (contract: Pick<Contract, "path">, answer: (route: Route) => unknown): Answer =>
  (page) =>
    page.route(reached(contract), answer);

const fails = (contract: Pick<Contract, "path">, status = 500) =>
  answered(contract, (route) => route.fulfill({ status, body: "" }));
const hangs = (contract: Pick<Contract, "path">) => answered(contract, () => undefined);
const says = ({ path, bare }: Pick<Contract, "path" | "bare">, payload: unknown) =>
  answered({ path }, (route) => route.fulfill({ json: bare ? payload : { message: payload } }));
const refuses = (contract: Pick<Contract, "path">, text: string) =>
  answered(contract, (route) =>
    route.fulfill({ status: 417, json: { _server_messages: JSON.stringify([JSON.stringify({ message: text })]) } }),
  );

/** The server's own answer, changed. */
const changed = <Payload>(contract: Pick<Contract, "path" | "bare">, change: (payload: Payload) => unknown) =>
  answered(contract, async (route) => {
    const response = await route.fetch();
    const body: Payload & { message: Payload } = await response.json();
    const json = contract.bare ? change(body) : { message: change(body.message) };
    await route.fulfill({ response, json });
  });

const used = (counts: object) => changed<object>(get_stats, (own) => ({ ...own, ...counts }));
const planned = (feature: string, having: object) =>
  changed<{ features: { feature: string }[] }>(get_company_plan, (own) => ({
    ...own,
    features: own.features.map((each) => (each.feature === feature ? { ...each, ...having } : each)),
  }));
const named = (planName: string) => changed<object>(get_company_plan, (own) => ({ ...own, plan: planName }));
const member = changed<object>(profile.get_profile, (own) => ({ ...own, role: "Member" }));
const longNames = changed<object>(profile.get_profile, (own) => ({
  ...own,
  full_name: words.person,
  company_name: words.company,
  email: words.address,
}));

const now = Date.now();
const instant = (days: number) => new Date(now + days * 86_400_000).toISOString();

const emails = (count: number) => ({
  data: Array.from({ length: count }, (_, index) => ({
    email_name: index % 2 === 0 ? words.address : `signup-${index}@mayfly.test`,
    expiry: [null, instant(0.01), instant(1), instant(6), instant(-1), instant(200)][index % 6],
    reason: index % 2 === 0 ? words.reason : "",
    visibility: index % 3 === 0 ? "Public" : "Private",
    is_active: index % 6 === 4 ? 0 : 1,
    creation: instant(-index),
    owner: index % 3 === 1 ? words.address : "demo@mayfly.test",
  })),
});
const manyEmails = [
  says(resource.list, emails(5)),
  says(reportview.get_count, 1001),
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
const noEmails = [says(resource.list, { data: [] }), says(reportview.get_count, 0)];

const people = (count: number): TeamMember[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${index}@lakeside.example`,
    full_name: index % 2 === 0 ? words.person : "Max Miller",
    email: index % 2 === 0 ? words.address : "max@lakeside.example",
    role: index % 2 === 0 ? "Administrator" : "Member",
    is_active: index % 3 === 0 ? 0 : 1,
    creation: index === 1 ? null : instant(-index * 40),
  }));
const manyPeople = says(team.get_team_members, { team_members: people(5), count: 41 });
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
      { type: "MX", name: domain_name, value: "mx.mayfly.test", priority: 10, status: "unanswered", seen: [] },
    ],
    ...own,
  };
};
const domains = (...rows: Domain[]) => says(domain.list_domains, { domains: rows, count: 23 });
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
const manyWebhooks = [says(webhook.get_all_webhooks, { webhooks: hooks, count: 23 }), ...withWebhooks];
const delivery = (index: number): WebhookDelivery => ({
  name: `msg_0193${index}e7c5a1b72f8`,
  event: "email.received",
  test: index === 2,
  status: (["delivered", "pending", "failed"] as const)[index % 3] ?? "pending",
  creation: instant(-index / 20),
  next_attempt: index % 3 === 1 ? instant(0.02) : null,
  attempts: Array.from({ length: index }, (_, attempt) => ({
    attempt: attempt + 1,
    creation: instant(-index / 20),
    duration: 10_000 - attempt * 3000,
    status: attempt === 0 ? null : 503,
    answer: attempt === 0 ? "The server did not answer in 10 seconds." : `<h1>${words.reason}</h1> ${words.url}`,
  })),
});
const deliveries = (rows: WebhookDelivery[]) => [
  says(webhook.get_webhook_deliveries, { webhook: hook(0), deliveries: rows, count: rows.length }),
  ...withWebhooks,
];

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).first();
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(page, name).click();
  };
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
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
    answers: [hangs(contracts.session.login)],
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
      says(register.create_account, { success: false, errors: [registerTexts.companyEmailTaken, words.reason] }),
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
    // Its script, which has no name of its own.
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

  inside("waiting", "/dashboard", { answers: [hangs(get_stats)] }),
  inside("plan-expired", "/dashboard", { answers: [used({ expiry_date: "2020-01-01" })] }),
  inside("home", "/dashboard"),
  inside("home-loading", "/dashboard", { answers: [hangs(stats.get_dashboard_status), hangs(reportview.get)] }),
  inside("home-failed", "/dashboard", {
    answers: [
      fails(stats.get_dashboard_status),
      fails(reportview.get),
      fails(resource.list),
      fails(profile.get_profile),
      named("Professional"),
    ],
  }),
  inside("home-empty", "/dashboard", {
    answers: [says(reportview.get, { keys: [], values: [] }), says(resource.list, { data: [] }), named("Starter")],
  }),
  inside("home-full", "/dashboard", {
    answers: [says(resource.list, emails(10)), says(reportview.get, activity), longNames],
    whole: true,
  }),
  inside("home-no-match", "/dashboard", {
    act: (page) => page.getByLabel("Search recent emails").fill("nothing such"),
  }),
  inside("home-member", "/dashboard", { answers: [member] }),
  inside("home-collapsed", "/dashboard", {
    async act(page) {
      const collapse = page.getByRole("button", { name: /collapse/i });
      if (await collapse.isVisible()) await collapse.click();
      else await button(page, "Navigation").click();
    },
  }),
  inside("invite", "/dashboard", { act: press("Invite Team") }),

  inside("emails", emailsPage),
  inside("emails-loading", emailsPage, { answers: [hangs(resource.list)] }),
  inside("emails-empty", emailsPage, { answers: noEmails }),
  inside("emails-no-match", emailsPage, {
    async act(page) {
      await page.getByLabel("Search emails").fill(words.address);
      await shown("No emails found")(page);
    },
  }),
  inside("emails-failed", emailsPage, { answers: [fails(resource.list)] }),
  inside("emails-full", emailsPage, { answers: manyEmails, whole: true }),
  inside("emails-member", emailsPage, { answers: [member, ...manyEmails] }),
  inside("emails-unavailable", emailsPage, { answers: [planned("email", { available: 0 })] }),
  inside("emails-toasts", emailsPage, {
    answers: [refuses(email.toggle_email, `${words.reason} ${words.reason}`)],
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
    answers: [says(email.get_company_domains, [words.domain, "mayfly.test"])],
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
  inside("create-taken", emailsPage, {
    answers: [says(email.is_email_available, false)],
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
    answers: [says(email.get_company_domains, [])],
    act: press("Create Email"),
  }),
  inside("create-blocked", "/dashboard", {
    answers: [used({ email: 5 }), planned("email", { unlimited: 0, limit: 5 })],
    act: press("Create Email"),
  }),

  inside("domains", "/dashboard/domains"),
  inside("domains-loading", "/dashboard/domains", { answers: [hangs(domain.list_domains)] }),
  inside("domains-empty", "/dashboard/domains", { answers: [says(domain.list_domains, { domains: [], count: 0 })] }),
  inside("domains-failed", "/dashboard/domains", { answers: [fails(domain.list_domains)] }),
  inside("domains-full", "/dashboard/domains", { answers: manyDomains, whole: true }),
  inside("domains-unavailable", "/dashboard/domains", { answers: [planned("domain", { available: 0 })] }),
  inside("domains-records", "/dashboard/domains", { answers: manyDomains, act: press(/^DNS records/), whole: true }),
  inside("domains-delete", "/dashboard/domains", { answers: manyDomains, act: press(/^Delete/) }),
  inside("domains-member", "/dashboard/domains", { answers: [member, ...manyDomains] }),

  inside("webhooks", "/dashboard/webhooks"),
  inside("webhooks-loading", "/dashboard/webhooks", {
    answers: [hangs(webhook.get_all_webhooks), hangs(webhook.get_hmac_password)],
  }),
  inside("webhooks-empty", "/dashboard/webhooks", {
    answers: [says(webhook.get_all_webhooks, { webhooks: [], count: 0 }), ...withWebhooks],
  }),
  inside("webhooks-failed", "/dashboard/webhooks", {
    answers: [fails(webhook.get_all_webhooks), fails(webhook.get_hmac_password), ...withWebhooks],
  }),
  inside("webhooks-full", "/dashboard/webhooks", { answers: manyWebhooks, whole: true }),
  inside("webhooks-member", "/dashboard/webhooks", { answers: [member, ...manyWebhooks] }),
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
  inside("deliveries-failed", "/dashboard/webhooks/webhook-0f3a", { answers: [fails(webhook.get_webhook_deliveries)] }),

  inside("integrations", "/dashboard/integrations", { whole: true }),
  inside("api-access", "/dashboard/api", { whole: true }),

  inside("team", "/dashboard/team"),
  inside("team-loading", "/dashboard/team", { answers: [hangs(team.get_team_members)] }),
  inside("team-empty", "/dashboard/team", { answers: [says(team.get_team_members, { team_members: [], count: 1 })] }),
  inside("team-failed", "/dashboard/team", { answers: [fails(team.get_team_members)] }),
  inside("team-full", "/dashboard/team", { answers: fullTeam, whole: true }),
  inside("team-member", "/dashboard/team", { answers: [member] }),
  inside("team-unavailable", "/dashboard/team", { answers: [planned("team", { available: 0 })] }),
  inside("team-permissions", "/dashboard/team", {
    act: (page) => page.getByRole("tab", { name: "Permissions" }).click(),
    whole: true,
  }),
  inside("team-edit", "/dashboard/team", { answers: [manyPeople], act: press(/^Edit/) }),
  inside("team-edit-full", "/dashboard/team", { answers: fullTeam, act: press(/^Edit/) }),
  inside("team-invite-refused", "/dashboard/team", {
    answers: [refuses(team.invite_team_member, teamTexts.accountExists)],
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
  settings("profile", { answers: [fails(profile.get_profile)] }, "profile-failed"),
  settings("profile", { answers: [hangs(profile.get_profile)] }, "profile-loading"),
  settings("security", {
    async act(page) {
      await field(page, "New password").fill("Abcdefgh");
      await shown("Medium")(page);
    },
  }),
  settings("notifications", { act: (page) => page.getByRole("switch", { name: "Team" }).waitFor() }),
  settings("notifications", { answers: [says(setting.get_notification_preferences, [])] }, "notifications-empty"),
  settings("notifications", { answers: [fails(setting.get_notification_preferences)] }, "notifications-failed"),
  settings("company", { act: (page) => field(page, "Industry").waitFor() }),
  settings("branding", { act: shown("Custom CSS") }),
  settings("sso", { act: shown("Attribute mapping") }),
  settings("plan", { act: shown("Available features") }),
  settings("plan", { answers: [refuses(get_company_plan, texts.unavailable)] }, "plan-failed"),
  settings("plan", { answers: [says(get_company_plan, null)] }, "plan-none"),

  inside("inbox-all", "/inbox"),
  inbox(""),
  inbox("-loading", { answers: [hangs(reportview.get)] }),
  inbox("-empty", { answers: [says(resource.list, emails(1))] }, words.address),
  inbox("-unknown", {}, words.address),
  inbox("-failed", { answers: [refuses(reportview.get, "Network error: the mail server is away")] }),
  inbox("-no-match", { act: (page) => page.getByPlaceholder("Search emails...").fill(words.reason) }),
  inbox("-long", { answers: [longNames], act: opened(words.reason.slice(0, 20)) }),
  inbox("-message", { act: opened("Welcome to Lakeside") }),
  inbox("-code", { act: opened("407 125") }),
  inbox("-attachments", { act: opened("Your receipt") }),
  inbox("-headers", { act: view("Your receipt", "Headers") }),
  inbox("-source", { act: view("Your receipt", "Source") }),
  inbox("-text", { act: opened("Plain words") }),
  inbox("-message-loading", {
    answers: [hangs(contracts.load.getdoc)],
    act: opened("Your receipt"),
  }),
  inbox("-message-failed", { answers: [fails(contracts.load.getdoc)], act: opened("Your receipt") }),
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
  inside("palette-search", "/dashboard", { answers: [says(resource.list, emails(6))], act: palette("a") }),
  inside("palette-nothing", "/dashboard", { act: palette("nothing such") }),
  inbox("-palette", { act: palette("copy") }),
];
