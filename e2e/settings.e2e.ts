import type { Page } from "@playwright/test";
import {
  type CompanyPlan,
  companySizes,
  limits,
  passwordRules,
  passwordTexts,
  plan,
  planTexts,
  profile,
  profileTexts,
  registerTexts,
  setting,
  settingTexts,
  texts,
} from "../packages/contracts/src/index.ts";
import { faults } from "./axe.ts";
import { button, field, settled, visit } from "./page.ts";
import { expect, test } from "./server.ts";
import { allAsked, callsOf, fails, hold, nothingAsked, refuses, says, stub } from "./stub.ts";

// The last files of a run: with one worker for each, the others would have nothing to do.
test.describe.configure({ mode: "parallel" });

const done = says({ success: true, message: "" });
const fields = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));

const ada = {
  full_name: "Ada Lovelace",
  email: "ada@engines.test",
  company_name: "Analytical Engines",
  role: "Administrator",
  company: {
    company_size: "11-50",
    industry: "Machines",
    company_website: "https://engines.test",
    company_phone: "+44 20 7946 0000",
    company_email: "hello@engines.test",
  },
};

/** The three ways in which a call of the settings fails (requirement P85). */
const failures = (failed: string, network: string, thrown: string) =>
  [
    [fails, failed],
    ["no connection", network],
    [says(7), thrown],
    [refuses(429, texts.tooManyRequests(60)), texts.tooManyRequests(60)],
  ] as const;

test.beforeEach(async ({ page, startSession }) => {
  await stub(page, profile.get_profile, says(ada));
  await startSession();
});

test("says once that the profile is not to be had, and asks again (C39)", async ({ page }) => {
  await stub(page, profile.get_profile, fails);
  await page.goto("/dashboard/settings");
  await expect(page.getByRole("tab", { name: "Profile" })).toBeVisible();
  await expect(page.getByText(profileTexts.failed)).toHaveCount(1);
  await stub(page, profile.get_profile, says(ada));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue(ada.full_name);
  await expect(page.getByText(profileTexts.failed)).toHaveCount(0);
});

test("opens at the profile, and keeps the tab in the address (H01)", async ({ page }) => {
  await page.goto("/dashboard/settings");
  await expect(page.getByRole("tab")).toHaveText([
    "Profile",
    "Security",
    "Notifications",
    "Company",
    "Branding",
    "SSO",
    "Plan",
  ]);
  await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Profile" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/dashboard/settings?tab=security");
  await field(page, "Current password").fill("kept");
  await page.getByRole("tab", { name: "Plan" }).click();
  await page.getByRole("tab", { name: "Security" }).click();
  await expect(field(page, "Current password")).toHaveValue("kept");
  await page.reload();
  await expect(field(page, "Current password")).toBeVisible();
  // A ring is for the keyboard.
  const tab = page.getByRole("tab", { name: "Plan" });
  await tab.click();
  await expect(tab).toBeFocused();
  await expect(tab).toHaveCSS("outline-style", "none");
});

test("axe finds nothing wrong with any tab", async ({ page }) => {
  await page.goto("/dashboard/settings");
  for (const name of ["Profile", "Security", "Notifications", "Company", "Branding", "SSO", "Plan"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name }).getByRole("heading")).toBeVisible();
    if (name === "Security") await field(page, "New password").fill("Abcdefgh");
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    expect(await faults(page), name).toEqual([]);
  }
});

test.describe("the profile", () => {
  test.beforeEach(({ page }) => page.goto("/dashboard/settings"));

  test("changes the name and nothing else, for all to see (H02 to H06)", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    const company = page.getByRole("textbox", { name: "Company" });
    await expect(company).toBeDisabled();
    await expect(company).toHaveAccessibleDescription(profileTexts.companyCannotChange);
    await field(page, "Full name").fill("  ");
    await expect(button(page, "Save changes")).toBeDisabled();
    await field(page, "Full name").fill("x".repeat(limits.lineMax + 1));
    await button(page, "Save changes").click();
    await expect(field(page, "Full name")).toHaveAccessibleDescription(texts.tooLong("Full name", limits.lineMax));
    await field(page, "Full name").fill("Ada King");
    await button(page, "Save changes").dblclick();
    await expect(page.getByText(profileTexts.updated).first()).toBeVisible();
    expect(calls.map(fields)).toEqual([{ full_name: "Ada King" }]);
    await expect(page.getByRole("navigation").getByText("Ada King")).toBeVisible();
  });

  test("says why it cannot be saved, and keeps what was typed (H07 to H09)", async ({ page }) => {
    const { updateFailed, updateNetwork, updateThrown } = profileTexts;
    await field(page, "Full name").fill("Ada King");
    for (const [answer, text] of failures(updateFailed, updateNetwork, updateThrown)) {
      await stub(page, profile.update_profile, answer);
      await button(page, "Save changes").click();
      await expect(page.getByText(text, { exact: true })).toHaveCount(2);
      await expect(field(page, "Full name")).toHaveValue("Ada King");
    }
  });
});

test("shows a name that was changed elsewhere, also after one was saved here", async ({ page }) => {
  await page.clock.install();
  let known = ada;
  await stub(page, profile.get_profile, (route) => route.fulfill(says(known)));
  await stub(page, profile.update_profile, done);
  await page.goto("/dashboard/settings");
  await expect(field(page, "Full name")).toHaveValue(ada.full_name);
  await field(page, "Full name").fill("Grace ");
  await button(page, "Save changes").click();
  await expect(field(page, "Full name")).toHaveValue("Grace");
  await visit(page, "Domains");
  // What was loaded is old by then; no timer fires, the live connection's among them.
  await page.clock.setSystemTime(Date.now() + 31_000);
  known = { ...ada, full_name: "Ada King" };
  await visit(page, "Settings");
  await expect(page.getByRole("navigation").getByText("Ada King")).toBeVisible();
  await expect(field(page, "Full name")).toHaveValue("Ada King");
});

test("shows what was changed elsewhere of a company, but for what is typed here", async ({ page }) => {
  await page.clock.install();
  let known = ada;
  await stub(page, profile.get_profile, (route) => route.fulfill(says(known)));
  await page.goto("/dashboard/settings?tab=company");
  await expect(field(page, "Industry")).toHaveValue("Machines");
  await visit(page, "Domains");
  const reply = await hold(page, profile.get_profile);
  await page.clock.setSystemTime(Date.now() + 31_000);
  known = { ...ada, company: { ...ada.company, industry: "Looms", company_phone: "+44 20 7946 0002" } };
  await page.goBack();
  await field(page, "Phone").fill("+44 20 7946 0003");
  reply();
  await expect(field(page, "Industry")).toHaveValue("Looms");
  await expect(field(page, "Phone")).toHaveValue("+44 20 7946 0003");
});

test("shows a name that was saved, whatever a profile says that was asked for before", async ({ page }) => {
  await page.clock.install();
  await page.goto("/dashboard/settings");
  await visit(page, "Domains");
  // What was loaded is old by then; no timer fires, the live connection's among them.
  await page.clock.setSystemTime(Date.now() + 31_000);
  let known = ada;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked = await stub(page, profile.get_profile, async (route) => {
    const answer = says(known);
    await held;
    await route.fulfill(answer);
  });
  await stub(page, profile.update_profile, (route) => {
    known = { ...ada, full_name: "Ada King" };
    return route.fulfill(done);
  });
  await visit(page, "Settings");
  await expect.poll(() => asked.length).toBe(1);
  await field(page, "Full name").fill("Ada King");
  await button(page, "Save changes").click();
  const shown = page.getByRole("navigation").getByText("Ada King");
  await expect(shown).toBeVisible();
  const before = page.waitForEvent("requestfinished", (request) => callsOf(profile.get_profile).test(request.url()));
  release();
  await before;
  await allAsked(page);
  await expect(shown).toBeVisible();
});

test.describe("the password", () => {
  test.beforeEach(({ page }) => page.goto("/dashboard/settings?tab=security"));

  async function fill(page: Page, next = "Abcdef1!", confirmed = next) {
    await field(page, "Current password").fill("current");
    await field(page, "New password").fill(next);
    await field(page, "Confirm new password").fill(confirmed);
  }

  test("is measured while it is typed (H10 to H19, P81)", async ({ page }) => {
    for (const [password, strength] of [
      ["abc", "Weak"],
      ["Abcdefgh", "Medium"],
      ["Abcdef1!", "Strong"],
    ] as const) {
      await field(page, "New password").fill(password);
      await expect(page.getByText(strength, { exact: true })).toBeVisible();
      for (const { text, holds } of passwordRules)
        await expect(page.getByText(text)).toBeVisible({ visible: !holds(password) });
    }
    // A special character is not any sign.
    await field(page, "New password").fill("Abcdef1-");
    await expect(page.getByText("Medium", { exact: true })).toBeVisible();
    // The bars that count are full in the system's colours as well.
    await page.emulateMedia({ forcedColors: "active" });
    const bars = page.getByRole("tabpanel").locator("[aria-hidden] > div:empty");
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))).toEqual([0, 0, 2]);
    await expect(page.getByText('one special character !@#$%^&*(),.?":{}|<>')).toBeVisible();
  });

  test("is not sent until it is whole, strong and confirmed (H20, H21)", async ({ page }) => {
    const calls = await stub(page, setting.update_password, done);
    const update = button(page, "Update password");
    await expect(update).toBeDisabled();
    await expect(page.locator("input[autocomplete=username]")).toHaveValue(ada.email);
    await fill(page, "Abcdef1!", "");
    await expect(update).toBeDisabled();
    await fill(page, "aaaaaaaa", "b");
    await update.click();
    await expect(field(page, "New password")).toBeFocused();
    await expect(field(page, "New password")).toHaveAttribute("aria-invalid", "true");
    await fill(page, "Abcdef1!", "b");
    await update.click();
    await expect(field(page, "Confirm new password")).toHaveAccessibleDescription(passwordTexts.mismatch);
    await settled(page);
    await field(page, "New password").fill("b");
    await expect(field(page, "Confirm new password")).toHaveAccessibleDescription("");
    await nothingAsked(page, calls);
  });

  test("is changed, once, and the form is blank again (H23)", async ({ page }) => {
    const calls = await stub(page, setting.update_password, done);
    await fill(page);
    await button(page, "Update password").dblclick();
    await expect(page.getByText(settingTexts.passwordUpdated).first()).toBeVisible();
    for (const label of ["Current password", "New password", "Confirm new password"])
      await expect(field(page, label)).toHaveValue("");
    expect(calls.map(fields)).toEqual([
      { current_password: "current", new_password: "Abcdef1!", confirm_password: "Abcdef1!" },
    ]);
    await expect(button(page, "Update password")).toBeDisabled();
    await expect(button(page, "Update password")).toBeFocused();
  });

  test("says under the field that the current one is wrong (H22)", async ({ page }) => {
    await stub(page, setting.update_password, refuses(417, settingTexts.wrongCurrent));
    await fill(page);
    await button(page, "Update password").click();
    await expect(field(page, "Current password")).toHaveAccessibleDescription(settingTexts.wrongCurrent);
    await expect(field(page, "Current password")).toBeFocused();
    await expect(page.getByRole("listitem").getByText(settingTexts.wrongCurrent)).toBeVisible();
    // Above the form as well, until it is edited; under the field, until that is.
    const said = page.locator("form").getByText(settingTexts.wrongCurrent);
    await expect(said).toHaveCount(2);
    await field(page, "New password").fill("aaaaaaaa");
    await expect(said).toHaveCount(1);
    await field(page, "Current password").fill("other");
    await expect(said).toHaveCount(0);
  });

  test("says why it cannot be changed, and keeps what was typed (H24 to H26)", async ({ page }) => {
    const { passwordFailed, passwordNetwork, passwordThrown } = settingTexts;
    await fill(page);
    for (const [answer, text] of failures(passwordFailed, passwordNetwork, passwordThrown)) {
      await stub(page, setting.update_password, answer);
      await button(page, "Update password").click();
      await expect(page.getByText(text, { exact: true })).toHaveCount(2);
      await expect(field(page, "New password")).toHaveValue("Abcdef1!");
    }
  });
});

test.describe("notifications", () => {
  const { get_notification_preferences, update_notification_preferences } = setting;
  const preferences = [
    { topic: "Emails", description: "About emails", enabled: true },
    { topic: "Team", description: "About the team", enabled: false },
  ];
  const open = (page: Page) => page.goto("/dashboard/settings?tab=notifications");

  test("are saved when they differ (H27 to H30)", async ({ page }) => {
    await stub(page, get_notification_preferences, says(preferences));
    const calls = await stub(page, update_notification_preferences, done);
    await open(page);
    for (const { topic, description, enabled } of preferences) {
      await expect(page.getByText(description)).toBeVisible();
      await expect(page.getByRole("switch", { name: topic })).toBeChecked({ checked: enabled });
    }
    const save = button(page, "Save changes");
    const team = page.getByRole("switch", { name: "Team" });
    await expect(save).toBeDisabled();
    await team.click();
    await expect(save).toBeEnabled();
    await team.click();
    await expect(save).toBeDisabled();
    await save.click({ force: true });
    await team.click();
    await save.dblclick();
    await expect(page.getByText(settingTexts.preferencesUpdated).first()).toBeVisible();
    await expect(save).toBeDisabled();
    await expect(team).toBeChecked();
    await expect(save).toBeFocused();
    // Another window has switched one off since.
    const elsewhere = preferences.map(({ topic, description }) => ({ topic, description, enabled: topic === "Team" }));
    await stub(page, get_notification_preferences, says(elsewhere));
    await team.click();
    await save.click();
    await expect(page.getByRole("switch", { name: "Emails" })).not.toBeChecked();
    await expect.poll(() => calls.map(fields)).toEqual([{ preferences: '["Emails","Team"]' }, { preferences: "[]" }]);
  });

  test("say why they cannot be saved, and keep the choice (H32 to H34)", async ({ page }) => {
    const { preferencesUpdateFailed, preferencesUpdateNetwork, preferencesUpdateThrown } = settingTexts;
    await stub(page, get_notification_preferences, says(preferences));
    await open(page);
    await page.getByRole("switch", { name: "Team" }).click();
    for (const [answer, text] of failures(preferencesUpdateFailed, preferencesUpdateNetwork, preferencesUpdateThrown)) {
      await stub(page, update_notification_preferences, answer);
      await button(page, "Save changes").click();
      await expect(page.getByText(text, { exact: true })).toHaveCount(2);
      await expect(page.getByRole("switch", { name: "Team" })).toBeChecked();
      await expect(button(page, "Save changes")).toBeEnabled();
    }
  });

  test("say why they cannot be shown, and try again (H31, H33, H35, H36, P82)", async ({ page }) => {
    await stub(page, get_notification_preferences, fails);
    await open(page);
    await expect(page.getByText(settingTexts.preferencesFetchFailed)).toBeVisible();
    await stub(page, get_notification_preferences, "no connection");
    await button(page, "Try again").click();
    await expect(page.getByText(settingTexts.preferencesFetchNetwork)).toBeVisible();
    await stub(page, get_notification_preferences, says([]));
    await button(page, "Try again").click();
    await expect(page.getByText(settingTexts.preferencesEmpty)).toBeVisible();
    await expect(page.getByText(settingTexts.preferencesEmptyHint)).toBeVisible();
  });
});

test.describe("the company", () => {
  const open = (page: Page) => page.goto("/dashboard/settings?tab=company");
  const labels = {
    size: "Company size",
    industry: "Industry",
    website: "Website",
    phone: "Phone",
    email: "Company email",
  };

  test("is changed by an administrator, also to nothing (H37 to H43)", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    await open(page);
    await expect(field(page, labels.size)).toHaveValue("11-50");
    expect(await field(page, labels.size).locator("option").allTextContents()).toEqual([
      "Not specified",
      ...companySizes,
    ]);
    await expect(field(page, labels.industry)).toHaveValue("Machines");
    for (const [label, type, value] of [
      [labels.website, "url", "https://engines.test"],
      [labels.phone, "tel", "+44 20 7946 0000"],
      [labels.email, "email", "hello@engines.test"],
    ] as const) {
      await expect(field(page, label)).toHaveAttribute("type", type);
      await expect(field(page, label)).toHaveValue(value);
    }
    await field(page, labels.website).fill("no website");
    await button(page, "Save changes").click();
    await expect(field(page, labels.website)).toHaveAccessibleDescription(texts.websiteInvalid);
    await nothingAsked(page, calls);
    await field(page, labels.size).selectOption("");
    for (const label of [labels.industry, labels.website, labels.phone, labels.email]) await field(page, label).clear();
    await button(page, "Save changes").dblclick();
    await expect(page.getByText(profileTexts.companyUpdated).first()).toBeVisible();
    expect(calls.map(fields)).toEqual([
      { company_size: "", industry: "", company_website: "", company_phone: "", company_email: "" },
    ]);
  });

  test("saves what was changed alone, since others may have changed the rest (P83)", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    await open(page);
    await field(page, labels.industry).fill("Looms");
    await button(page, "Save changes").click();
    await expect(page.getByText(profileTexts.companyUpdated)).toBeVisible();
    await field(page, labels.phone).fill("+44 20 7946 0001");
    await button(page, "Save changes").click();
    await expect.poll(() => calls.map(fields)).toEqual([{ industry: "Looms" }, { company_phone: "+44 20 7946 0001" }]);
  });

  test("keeps what is typed while it is being saved", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    const save = await hold(page, profile.update_profile);
    await open(page);
    await field(page, labels.website).fill("looms.test");
    await field(page, labels.industry).fill("Looms");
    await page.keyboard.press("Enter");
    await field(page, labels.industry).fill("Looms and machines");
    await field(page, labels.phone).fill("+44 20 7946 0001");
    save();
    await expect(page.getByText(profileTexts.companyUpdated)).toBeVisible();
    await expect(field(page, labels.website)).toHaveValue("https://looms.test");
    await expect(field(page, labels.industry)).toHaveValue("Looms and machines");
    await expect(field(page, labels.phone)).toBeFocused();
    await page.keyboard.type("23");
    await button(page, "Save changes").click();
    await expect
      .poll(() => calls.map(fields))
      .toEqual([
        { industry: "Looms", company_website: "https://looms.test" },
        { industry: "Looms and machines", company_phone: "+44 20 7946 000123" },
      ]);
  });

  test("says without a toast that it cannot be saved (H44, M10), and at its field that another has its email", async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await stub(page, profile.update_profile, fails);
    await open(page);
    await field(page, labels.industry).fill("Looms");
    await button(page, "Save changes").click();
    await expect(page.getByText(profileTexts.companyUnsaved)).toHaveCount(1);
    await expect(page.getByRole("tabpanel").getByText(profileTexts.companyUnsaved)).toBeVisible();
    await expect.poll(() => logged.join()).toContain("could not be saved");
    await expect(field(page, labels.industry)).toHaveValue("Looms");

    await stub(page, profile.update_profile, refuses(417, registerTexts.companyEmailTaken));
    await field(page, labels.email).fill("taken@engines.test");
    await button(page, "Save changes").click();
    await expect(field(page, labels.email)).toHaveAccessibleDescription(registerTexts.companyEmailTaken);
    await expect(field(page, labels.email)).toBeFocused();
    await expect(field(page, labels.email)).toHaveValue("taken@engines.test");
  });

  test("is read by a member (P54)", async ({ page }) => {
    await stub(page, profile.get_profile, says({ ...ada, role: "Member" }));
    await open(page);
    await expect(page.getByText(profileTexts.companyReadOnly)).toBeVisible();
    for (const label of Object.values(labels)) await expect(field(page, label)).toBeDisabled();
    await expect(button(page, "Save changes")).toBeHidden();
    const card = page.locator("section").filter({ hasText: profileTexts.companyReadOnly });
    await expect(card.locator("div:empty")).toHaveCount(0);
  });
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  test("no field is so small that a phone zooms into it", async ({ page }) => {
    const sizes = () =>
      page
        .locator("input:not([type=radio]), select, textarea")
        .filter({ visible: true })
        .evaluateAll((all) => all.map((each) => `${each.localName} ${getComputedStyle(each).fontSize}`));
    await page.goto("/dashboard/settings?tab=sso");
    await expect(page.getByRole("tabpanel").getByText("Enterprise")).toBeVisible();
    expect(new Set(await sizes())).toEqual(new Set(["input 16px", "select 16px", "textarea 16px"]));
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(new Set(await sizes())).toEqual(new Set(["input 16px", "select 16px", "textarea 16px"]));
  });
});

test("branding and single sign-on are locked and say whose they are (H46, H47, O22 to O34)", async ({ page }) => {
  const posts: string[] = [];
  await page.goto("/dashboard/settings?tab=branding");
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await expect(page.getByRole("tabpanel").getByText("Enterprise")).toBeVisible();
  for (const label of ["Company name", "Logo", "Primary color", "Secondary color", "Font family", "Custom CSS"])
    await expect(field(page, label)).toBeDisabled();
  await expect(field(page, "Primary color")).toHaveValue("#000000");
  await expect(field(page, "Secondary color")).toHaveValue("#6B7280");
  expect(await field(page, "Font family").locator("option").allTextContents()).toEqual([
    "Inter",
    "Roboto",
    "Open Sans",
    "Lato",
  ]);

  await page.getByRole("tab", { name: "SSO" }).click();
  await expect(page.getByRole("tabpanel").getByText("Enterprise")).toBeVisible();
  for (const label of ["Enabled", "Provider", "Entity ID", "SSO URL", "X509 certificate", "Attribute mapping"])
    await expect(field(page, label)).toBeDisabled();
  expect(await field(page, "Provider").locator("option").allTextContents()).toEqual(["saml", "oauth", "ldap"]);
  await nothingAsked(page, posts);
});

test.describe("the plan", () => {
  const feature = (name: string, available: 0 | 1, unlimited: 0 | 1, limit: number) => ({
    feature: name,
    available,
    unlimited,
    limit,
    label: `Label of ${name}`,
    description: `Description of ${name}`,
  });
  const professional = {
    plan: "Professional",
    price: 49,
    non_expiry_plan: 0,
    company: "c",
    expiry_date: "2099-01-31",
    forced_expiry: 3600,
    features: [
      feature("domain", 1, 0, 5),
      feature("webhook", 0, 0, 0),
      feature("team", 1, 0, 0),
      feature("email", 1, 1, 7),
      feature("public_email", 1, 0, 0),
      feature("email_expiry", 0, 1, 0),
    ],
  } as const satisfies Omit<CompanyPlan, "features"> & { features: readonly unknown[] };
  const open = (page: Page) => page.goto("/dashboard/settings?tab=plan");

  test("shows price, counts and each feature (H48 to H53, P15 to P19)", async ({ page }) => {
    await stub(page, plan.get_company_plan, says(professional));
    await open(page);
    await expect(page.getByText(planTexts.price(49))).toBeVisible();
    await expect(page.getByText("Good through Jan 31, 2099.")).toBeVisible();
    for (const [label, count] of [
      ["Available features", "4"],
      ["Unavailable features", "2"],
      ["Unlimited features", "2"],
    ] as const) {
      await expect(
        page.getByRole("definition").nth(["A", "Una", "Unl"].findIndex((start) => label.startsWith(start))),
      ).toHaveText(count);
    }
    const rows = page.getByRole("tabpanel").getByRole("listitem");
    for (const [index, badge] of [
      planTexts.limit(5),
      planTexts.unavailable,
      planTexts.unlimited,
      planTexts.unlimited,
      planTexts.available,
      planTexts.unavailable,
    ].entries()) {
      const { label, description } = professional.features[index] ?? { label: "", description: "" };
      const note = label === "Label of email_expiry" ? "1 hour, set by your plan" : "";
      await expect(rows.nth(index)).toHaveText(`${label}${description}${note}${badge}`);
    }
  });

  test("says why it cannot be shown (H54), that there is none (H55), or that it never expires (H48, P19)", async ({
    page,
  }) => {
    const { loadFailed, none } = planTexts;
    await stub(page, plan.get_company_plan, fails);
    await open(page);
    await expect(page.getByText(loadFailed(texts.unexpected))).toBeVisible();
    for (const [answer, text] of [
      [refuses(503, texts.unavailable), loadFailed(texts.unavailable)],
      ["no connection", loadFailed(texts.networkError)],
      [says(null), none],
    ] as const) {
      await stub(page, plan.get_company_plan, answer);
      await page.getByRole("tabpanel").getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText(text)).toBeVisible();
    }
    await stub(page, plan.get_company_plan, says({ ...professional, non_expiry_plan: 1, expiry_date: "" }));
    await page.reload();
    await expect(page.getByText(planTexts.neverExpires)).toBeVisible();
    await expect(page.getByText(planTexts.price(49))).toBeHidden();
  });
});
