import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  as: "guest" | "member";
  /** Brings the page there, and waits until it is. */
  draw: (page: Page) => Promise<unknown>;
  /** The whole page instead of what fits the window. */
  whole?: boolean;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const open = (path: string) => (page: Page) => page.goto(path, { waitUntil: "load" });

/** Opens a page and then presses what shows the state. */
const press =
  (path: string, ...buttons: (string | RegExp)[]) =>
  async (page: Page) => {
    await page.goto(path, { waitUntil: "load" });
    for (const name of buttons) await page.getByRole("button", { name }).first().click();
  };

/** Opens a page whose call fails, or gets no answer. */
const answered = (path: string, call: string, answer: "failure" | "silence") => async (page: Page) => {
  await page.route(`**/*${call}*`, (route) =>
    answer === "silence" ? undefined : route.fulfill({ status: 500, body: "" }),
  );
  await page.goto(path, { waitUntil: "load" });
};

async function refusedLogin(page: Page) {
  await page.goto("/login", { waitUntil: "load" });
  await page.getByLabel("Email").fill("nobody@company.example");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").first().waitFor();
}

async function openedMessage(page: Page) {
  await page.goto("/inbox", { waitUntil: "load" });
  await page.locator("[data-message]").first().click();
}

async function fillPersonal(page: Page) {
  await page.goto("/register");
  for (const [label, text] of [
    ["Full name", "Ada Lovelace"],
    ["Email", "ada@engines.example"],
    ["Password", "aaaaaaaa"],
    ["Confirm password", "aaaaaaaa"],
  ] as const)
    await field(page, label).fill(text);
  await button(page, "Next").click();
  await field(page, "Company name").waitFor();
}

const settings = (tab: string, ready: (page: Page) => Promise<unknown>): Screen => ({
  name: `settings-${tab}`,
  as: "member",
  async draw(page) {
    await page.goto(`/dashboard/settings?tab=${tab}`);
    await ready(page);
  },
  whole: true,
});
const shown = (text: string) => (page: Page) => page.getByText(text, { exact: true }).first().waitFor();

/** Every screen and state that the render script draws. */
export const screens: readonly Screen[] = [
  { name: "homepage", as: "guest", draw: open("/homepage"), whole: true },
  { name: "homepage-top", as: "guest", draw: open("/homepage") },
  { name: "login", as: "guest", draw: open("/login") },
  { name: "login-errors", as: "guest", draw: press("/login", "Sign in") },
  { name: "login-refused", as: "guest", draw: refusedLogin },
  { name: "demo-accounts", as: "guest", draw: open("/demo-accounts") },
  { name: "home", as: "member", draw: open("/dashboard") },
  { name: "home-loading", as: "member", draw: answered("/dashboard", "get_dashboard_status", "silence") },
  { name: "home-failed", as: "member", draw: answered("/dashboard", "get_dashboard_status", "failure") },
  { name: "emails", as: "member", draw: open("/dashboard/emails") },
  { name: "emails-failed", as: "member", draw: answered("/dashboard/emails", "resource/Email", "failure") },
  { name: "emails-create", as: "member", draw: press("/dashboard/emails", /^Create/) },
  { name: "domains", as: "member", draw: open("/dashboard/domains") },
  { name: "webhooks", as: "member", draw: open("/dashboard/webhooks") },
  { name: "integrations", as: "member", draw: open("/dashboard/integrations") },
  { name: "api-access", as: "member", draw: open("/dashboard/api") },
  { name: "register", as: "guest", draw: open("/register"), whole: true },
  {
    name: "register-errors",
    as: "guest",
    async draw(page) {
      await page.goto("/register");
      await button(page, "Next").click();
    },
    whole: true,
  },
  { name: "register-company", as: "guest", draw: fillPersonal, whole: true },
  {
    name: "register-company-errors",
    as: "guest",
    async draw(page) {
      await fillPersonal(page);
      await field(page, "Company email").fill("hello");
      await button(page, "Create Account").click();
      await page.getByRole("alert").first().waitFor();
    },
    whole: true,
  },
  {
    name: "verify",
    as: "guest",
    async draw(page) {
      await page.goto("/verify-otp?signup_request=x");
      await field(page, "Verification code").pressSequentially("407");
    },
  },
  {
    name: "verify-refused",
    as: "guest",
    async draw(page) {
      await page.goto("/verify-otp?signup_request=x");
      await field(page, "Verification code").fill("407125");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").first().waitFor();
    },
  },
  { name: "forgot-password", as: "guest", draw: open("/forget-password") },
  {
    name: "forgot-password-sent",
    as: "guest",
    async draw(page) {
      await page.goto("/forget-password");
      await field(page, "Email").fill("ada@engines.example");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
    },
  },
  {
    name: "new-password",
    as: "guest",
    async draw(page) {
      await page.goto("/forget-password/token");
      await field(page, "New password").fill("Abcdef");
    },
  },
  {
    name: "new-password-refused",
    as: "guest",
    async draw(page) {
      await page.goto("/forget-password/token");
      for (const label of ["New password", "Confirm password"]) await field(page, label).fill("Abcdef1!");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Request a new link" }).waitFor();
    },
  },
  settings("profile", shown("Company cannot be changed")),
  settings("security", async (page) => {
    await field(page, "New password").fill("Abcdefgh");
    await shown("Medium")(page);
  }),
  settings("notifications", (page) => page.getByRole("switch", { name: "Team" }).waitFor()),
  settings("company", (page) => field(page, "Industry").waitFor()),
  settings("branding", shown("Custom CSS")),
  settings("sso", shown("Attribute mapping")),
  settings("plan", shown("Available features")),
  { name: "team", as: "member", draw: open("/dashboard/team") },
  { name: "inbox", as: "member", draw: open("/inbox") },
  { name: "inbox-message", as: "member", draw: openedMessage },
  { name: "inbox-empty", as: "member", draw: open("/inbox?email=nobody@mayfly.test") },
  { name: "inbox-failed", as: "member", draw: answered("/inbox", "reportview.get", "failure") },
  {
    name: "not-found",
    as: "guest",
    draw: open("/assets/nothing"),
  },
];
