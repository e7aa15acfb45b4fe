import { companySizes, countries, limits, passwordTexts, register, registerTexts, texts } from "@mayfly/contracts";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { otpScreenTexts, registerScreenTexts } from "@mayfly/web/features/register/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { button, field, settled } from "./page.ts";
import { expect, test } from "./server.ts";
import { hold, nothingAsked, refuses, says, stub } from "./stub.ts";

const request = "0b6a7a52-5a8c-4f5e-9a7b-0a4c2d3e4f50";
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("signup_request"));

async function fillPersonal(page: Page) {
  await field(page, "Full name").fill("Ada Lovelace");
  await field(page, "Email").fill("Ada@Engines.test");
  await field(page, "Password").fill("aaaaaaaa");
  await field(page, "Confirm password").fill("aaaaaaaa");
  await button(page, registerScreenTexts.next).click();
}

async function fillCompany(page: Page) {
  await field(page, "Company name").fill("Analytical Engines");
  await field(page, "Company email").fill("hello@engines.test");
  await field(page, "Company size").selectOption("11-50");
  await field(page, "Industry").fill("Machines");
  await field(page, "Phone number").pressSequentially("5551234567");
}

test.describe("registration", () => {
  test.beforeEach(({ page }) => page.goto("/register"));

  test("asks for personal details first, and says what is missing (B24 to B37, B39, B40)", async ({ page }) => {
    await expect(page.getByRole("heading", { name: registerScreenTexts.personal })).toBeVisible();
    for (const label of ["Password", "Confirm password"]) {
      await expect(field(page, label)).toHaveAttribute("type", "password");
    }
    await page.getByRole("button", { name: "Show password" }).first().click();
    await expect(field(page, "Password")).toHaveAttribute("type", "text");
    await expect(field(page, "Confirm password")).toHaveAttribute("type", "password");

    const next = button(page, registerScreenTexts.next);
    await next.click();
    for (const text of [
      registerTexts.fullNameRequired,
      texts.emailRequired,
      texts.passwordRequired,
      passwordTexts.confirm,
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(field(page, "Full name")).toBeFocused();
    await expect(field(page, "Full name")).toHaveAccessibleDescription(registerTexts.fullNameRequired);
    await expect(field(page, "Full name")).toHaveAttribute("aria-invalid", "true");

    await settled(page);
    await field(page, "Confirm password").fill("b");
    await next.click();
    for (const text of [registerTexts.fullNameRequired, texts.passwordRequired, passwordTexts.mismatch])
      await expect(page.getByText(text, { exact: true })).toBeVisible();

    await field(page, "Full name").fill("Ada");
    await expect(page.getByText(registerTexts.fullNameRequired)).toBeHidden();
    await expect(field(page, "Position")).toHaveAccessibleDescription("Optional");
    await field(page, "Email").fill("abc");
    await field(page, "Password").fill("aaaaaaa");
    await next.click();
    for (const text of [texts.emailInvalid, passwordTexts.tooShort, passwordTexts.mismatch])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(field(page, "Email")).toBeFocused();
    await expect(page.getByRole("heading", { name: registerScreenTexts.personal })).toBeVisible();
  });

  test("asks for the company next, and keeps what was typed (B38, B41 to B52, B59, B108, P32)", async ({ page }) => {
    const calls = await stub(page, register.create_account, says({ success: false }));
    await fillPersonal(page);
    await expect(page.getByRole("heading", { name: registerScreenTexts.company })).toBeVisible();
    await expect(field(page, "Company name")).toBeFocused();
    await expect(field(page, "Country")).toHaveValue("US");
    expect(await field(page, "Country").locator("option").allTextContents()).toEqual(
      countries.map(({ name, dial }) => `${name} (${dial})`),
    );
    expect(await field(page, "Company size").locator("option:not([hidden])").allTextContents()).toEqual([
      ...companySizes,
    ]);
    await button(page, registerScreenTexts.create).click();
    const { companyNameRequired, companyEmailRequired, companySizeRequired, industryRequired, phoneRequired } =
      registerTexts;
    for (const text of [
      companyNameRequired,
      companyEmailRequired,
      companySizeRequired,
      industryRequired,
      phoneRequired,
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    // The format is shown beside the error (B53).
    await expect(field(page, "Phone number")).toHaveAccessibleDescription(`${phoneRequired} Format: +1 (201) 555-0123`);
    await settled(page);
    await field(page, "Company email").fill("abc");
    await button(page, registerScreenTexts.create).click();
    await expect(page.getByText(texts.emailInvalid)).toBeVisible();
    await nothingAsked(page, calls);

    await button(page, registerScreenTexts.previous).click();
    await expect(field(page, "Full name")).toHaveValue("Ada Lovelace");
    await expect(field(page, "Confirm password")).toHaveValue("aaaaaaaa");
    await button(page, registerScreenTexts.next).click();
    await expect(field(page, "Company email")).toHaveValue("abc");
  });

  test("has a history entry for each step: Back and Forward keep all that was typed (Y10)", async ({ page }) => {
    await fillPersonal(page);
    await field(page, "Company name").fill("Analytical Engines");
    await page.goBack();
    await expect(page).toHaveURL("/register");
    await expect(page.getByRole("heading", { name: registerScreenTexts.personal })).toBeVisible();
    await expect(field(page, "Full name")).toBeFocused();
    await expect(field(page, "Confirm password")).toHaveValue("aaaaaaaa");
    await page.goForward();
    await expect(field(page, "Company name")).toHaveValue("Analytical Engines");
    await expect(field(page, "Company name")).toBeFocused();
    // The page's own button goes back as the browser's does.
    await button(page, registerScreenTexts.previous).click();
    await expect(field(page, "Full name")).toBeFocused();
    // What is no longer right is asked for before the second step.
    await field(page, "Email").fill("broken");
    await page.goForward();
    await expect(page.getByRole("heading", { name: registerScreenTexts.personal })).toBeVisible();
    await button(page, registerScreenTexts.next).click();
    await expect(field(page, "Email")).toHaveAccessibleDescription(texts.emailInvalid);
    await field(page, "Email").fill("ada@engines.test");
    // A double press makes one entry.
    await button(page, registerScreenTexts.next).dblclick();
    await expect(field(page, "Company name")).toHaveValue("Analytical Engines");
    await page.goBack();
    await expect(field(page, "Email")).toHaveValue("ada@engines.test");
  });

  test("survives a reload without the passwords, and asks for those first (Y10)", async ({ page }) => {
    const sent = await stub(page, register.create_account, says({ success: true, signup_request: request }));
    await fillPersonal(page);
    await fillCompany(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: registerScreenTexts.personal })).toBeVisible();
    await expect(field(page, "Full name")).toHaveValue("Ada Lovelace");
    await expect(field(page, "Email")).toHaveValue("Ada@Engines.test");
    await expect(field(page, "Password")).toHaveValue("");
    await expect(field(page, "Password")).toBeFocused();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain("aaaaaaaa");
    await field(page, "Password").fill("aaaaaaaa");
    await field(page, "Confirm password").fill("aaaaaaaa");
    await button(page, registerScreenTexts.next).click();
    await expect(field(page, "Phone number")).toHaveValue("+1 (555) 123-4567");
    await expect(field(page, "Company size")).toHaveValue("11-50");
    await button(page, registerScreenTexts.create).click();
    await expect(page).toHaveURL(/verify-otp/);
    // Until the next page is drawn, Back leads to this one, as it is, with its passwords.
    await expect(button(page, otpScreenTexts.verify)).toBeVisible();
    expect(sent).toHaveLength(1);
    await page.goBack();
    await expect(field(page, "Industry")).toHaveCount(0);
    await expect(field(page, "Full name")).toHaveValue("Ada Lovelace");
  });

  test("keeps all that was typed if Back is pressed before the next page is drawn (Y10)", async ({ page }) => {
    const sent = await stub(page, register.create_account, says({ success: true, signup_request: request }));
    // A busy machine may draw the next page first, from which Back leads as from any other: then once more.
    await expect(async () => {
      await page.evaluate(() => sessionStorage.clear());
      await page.goto("/register");
      await fillPersonal(page);
      await fillCompany(page);
      await page.evaluate(() => {
        const push = history.pushState.bind(history);
        history.pushState = (...entry) => {
          history.pushState = push;
          push(...entry);
          history.back();
        };
      });
      sent.length = 0;
      await button(page, registerScreenTexts.create).click();
      await expect.poll(() => sent.length).toBe(1);
      await expect(page).toHaveURL("/register");
      await expect(button(page, registerScreenTexts.create)).toBeEnabled({ timeout: 5_000 });
    }).toPass();
    await expect(field(page, "Phone number")).toHaveValue("+1 (555) 123-4567");
    await button(page, registerScreenTexts.create).click();
    await expect(button(page, otpScreenTexts.verify)).toBeVisible();
    expect(sent).toHaveLength(2);
    await page.goBack();
    await expect(field(page, "Password")).toHaveValue("");
  });

  test("formats the phone number for its country while it is typed (B53 to B58, P38, P40)", async ({ page }) => {
    await fillPersonal(page);
    const phone = field(page, "Phone number");
    await expect(phone).toHaveAccessibleDescription("Format: +1 (201) 555-0123");
    await phone.pressSequentially("55512345678901234567");
    await expect(phone).toHaveValue("+1 (555) 123-4567");
    await field(page, "Country").selectOption("GB");
    await expect(phone).toHaveValue("+44 55 5123 4567");
    await expect(phone).toHaveAccessibleDescription("Format: +44 7400 123456");
    await field(page, "Country").selectOption("CA");
    await expect(phone).toHaveValue("+1 (555) 123-4567");
    await expect(field(page, "Country")).toHaveValue("CA");

    // A whole number of another country chooses that country.
    await page.evaluate(() => navigator.clipboard.writeText("0044 7911 123456"));
    await phone.selectText();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(phone).toHaveValue("+44 7911 123456");
    await expect(field(page, "Country")).toHaveValue("GB");
    await phone.fill("5551234567");
    await field(page, "Country").selectOption("CA");
    await phone.fill("5551234567");
    await expect(phone).toHaveValue("+1 (555) 123-4567");

    // Deleting works in the middle, and across the signs between the digits.
    await phone.press("Home");
    for (let step = 0; step < 9; step++) await phone.press("ArrowRight");
    await phone.press("Backspace");
    await expect(phone).toHaveValue("+1 (551) 234-567");
    await phone.press("7");
    await expect(phone).toHaveValue("+1 (557) 123-4567");

    await phone.press("End");
    for (let digit = 0; digit < 10; digit++) await phone.press("Backspace");
    await expect(phone).toHaveValue("");
    await phone.fill("07911 123456");
    await phone.clear();
    await expect(phone).toHaveValue("");

    // A number typed key by key with its prefix chooses its country.
    await phone.pressSequentially("+49 1512 3456789");
    await expect(phone).toHaveValue("+49 1512 3456789");
    await expect(field(page, "Country")).toHaveValue("DE");
    await phone.clear();
    await phone.pressSequentially("+351 912 345 678");
    await expect(phone).toHaveValue("+351 912 345 678");
    // An input method shows the digits before it commits them.
    await phone.clear();
    const ime = await page.context().newCDPSession(page);
    for (const text of ["０", "０９", "０９０"])
      await ime.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await expect(phone).toHaveValue("０９０");
    await ime.send("Input.insertText", { text: "０９０" });
    await expect(phone).toHaveValue("+49 90");
  });

  test("sends everything once and goes on to the code (B49, B60 to B64, B111, L03, P39)", async ({ page }) => {
    await stub(page, register.create_account, says({ success: true, signup_request: request }));
    const release = await hold(page, register.create_account);
    const sent = await stub(page, register.create_account, (route) => route.fallback());
    await fillPersonal(page);
    await fillCompany(page);
    await button(page, registerScreenTexts.create).dblclick();
    await expect(button(page, registerScreenTexts.creating)).toHaveAttribute("aria-disabled", "true");
    await field(page, "Industry").press("Enter");
    release();
    await expect(page).toHaveURL(`/verify-otp?signup_request=${request}`);
    expect(await stored(page)).toBe(request);
    await expect(page.getByText("ada@engines.test")).toBeVisible();
    expect(sent.map((body) => JSON.parse(body))).toEqual([
      {
        full_name: "Ada Lovelace",
        email_address: "ada@engines.test",
        post: "",
        password: "aaaaaaaa",
        confirm_password: "aaaaaaaa",
        company_name: "Analytical Engines",
        company_email: "hello@engines.test",
        company_size: "11-50",
        industry: "Machines",
        company_website: "",
        country_code: "US",
        phone_number: "+1 (555) 123-4567",
      },
    ]);
  });

  test("keeps what was typed when the second step cannot be loaded", async ({ page }) => {
    let away = true;
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      const isStep = (await response.text()).includes("https://company.com");
      await (away && isStep ? route.abort() : route.fulfill({ response }));
    });
    await page.reload();
    await fillPersonal(page);
    await expect(page.getByRole("alert").getByText(connectionTexts.networkError)).toBeVisible();
    await expect(field(page, "Full name")).toHaveValue("Ada Lovelace");
    away = false;
    await button(page, registerScreenTexts.next).click();
    await expect(field(page, "Company name")).toBeVisible();
  });

  test("validates what was edited while the second step was loading (B32)", async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("https://company.com")) await promise;
      await route.fulfill({ response });
    });
    await page.reload();
    await fillPersonal(page);
    await field(page, "Email").fill("broken");
    resolve();
    await expect(field(page, "Email")).toHaveAccessibleDescription(texts.emailInvalid);
    await field(page, "Email").fill("ada@engines.test");
    await button(page, registerScreenTexts.next).click();
    await expect(field(page, "Company name")).toBeVisible();
  });

  test("says why it failed, and can be sent again (B65, B66, B68 to B71, P37)", async ({ page }) => {
    await fillPersonal(page);
    await fillCompany(page);
    for (const [answer, text] of [
      [says({ success: true }), registerScreenTexts.withoutRequest],
      [says({ success: true, signup_request: null, message: null, errors: null }), registerScreenTexts.withoutRequest],
      [says({ success: false, message: "Sorry", errors: ["foo"] }), registerScreenTexts.failed("Sorry")],
      [says({ success: false }), registerScreenTexts.failed(texts.unexpected)],
      [says({ success: false, errors: ["foo"] }), registerScreenTexts.failed("foo")],
      [{ status: 500, json: {} }, registerScreenTexts.http(500, "Internal Server Error")],
      [refuses(417, "Said"), "Said"],
      [refuses(429, texts.tooManyRequests(90)), texts.tooManyRequests(90)],
      [{ body: "oops" }, registerScreenTexts.serverError("oops")],
      ["no connection", connectionTexts.networkError],
    ] as const) {
      await stub(page, register.create_account, answer);
      await button(page, registerScreenTexts.create).click();
      await expect(page.getByRole("alert").getByText(text, { exact: true })).toBeVisible();
      await expect(page).toHaveURL(/\/register$/);
    }
    await stub(page, register.create_account, says({ success: true, signup_request: request }));
    await button(page, registerScreenTexts.create).click();
    await expect(page).toHaveURL(/verify-otp/);
  });

  test("shows the server's errors at their fields, and goes back to the first step for its own (B67, P35, P36)", async ({
    page,
  }) => {
    const errors = ["Company size is odd", "This industry is unknown", "foo"];
    await stub(page, register.create_account, says({ success: false, message: "Sorry", errors }));
    await fillPersonal(page);
    await fillCompany(page);
    await button(page, registerScreenTexts.create).click();
    await expect(field(page, "Company size")).toHaveAccessibleDescription("Company size is odd");
    await expect(field(page, "Company size")).toBeFocused();
    await expect(field(page, "Industry")).toHaveAccessibleDescription("This industry is unknown");
    await expect(page.getByText(registerScreenTexts.failed("foo")).first()).toBeVisible();
    await expect(page.getByText(registerScreenTexts.failed("Sorry"))).toBeHidden();

    await stub(page, register.create_account, says({ success: false, errors: [registerTexts.emailTaken] }));
    await button(page, registerScreenTexts.create).click();
    await expect(page.getByRole("heading", { name: registerScreenTexts.personal })).toBeVisible();
    await expect(field(page, "Email")).toBeFocused();
    await expect(field(page, "Email")).toHaveAccessibleDescription(registerTexts.emailTaken);
    await expect(field(page, "Email")).toHaveValue("Ada@Engines.test");
    await button(page, registerScreenTexts.next).click();
    await expect(field(page, "Phone number")).toHaveValue("+1 (555) 123-4567");
  });

  test("shows the progress with forced colours", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    const bars = page.getByRole("main").locator("[aria-hidden] > div:empty");
    await expect(bars).toHaveCount(2);
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))).toEqual([0, 2]);
  });

  test("passes axe's checks on both steps, with errors", async ({ page }) => {
    await button(page, registerScreenTexts.next).click();
    await expect(page.getByText(registerTexts.fullNameRequired)).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await fillPersonal(page);
    await button(page, registerScreenTexts.create).click();
    await expect(page.getByText(registerTexts.phoneRequired)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });

  test("keeps all but the passwords when the user goes back from the code (B87)", async ({ page }) => {
    await stub(page, register.create_account, says({ success: true, signup_request: request }));
    await fillPersonal(page);
    await fillCompany(page);
    await button(page, registerScreenTexts.create).click();
    await button(page, otpScreenTexts.backToRegistration).click();
    await expect(page).toHaveURL(/\/register$/);
    expect(await stored(page)).toBeNull();
    await expect(field(page, "Email")).toHaveValue("Ada@Engines.test");
    await expect(field(page, "Password")).toHaveValue("");
    await fillPersonal(page);
    await expect(field(page, "Company size")).toHaveValue("11-50");
    await expect(field(page, "Phone number")).toHaveValue("+1 (555) 123-4567");
  });

  test("says at a field that its text is too long or no website, and adds a website's missing scheme", async ({
    page,
  }) => {
    const calls = await stub(page, register.create_account, says({ success: true, signup_request: request }));
    await field(page, "Position").fill("x".repeat(limits.lineMax + 1));
    await fillPersonal(page);
    await expect(field(page, "Position")).toHaveAccessibleDescription(texts.tooLong("Position", limits.lineMax));
    await field(page, "Position").fill("Countess");
    await button(page, registerScreenTexts.next).click();
    await fillCompany(page);
    await field(page, "Industry").fill("x".repeat(limits.lineMax + 1));
    await field(page, "Website").fill("javascript:alert(1)");
    await button(page, registerScreenTexts.create).click();
    await expect(field(page, "Industry")).toHaveAccessibleDescription(texts.tooLong("Industry", limits.lineMax));
    await expect(field(page, "Website")).toHaveAccessibleDescription(texts.websiteInvalid);
    await nothingAsked(page, calls);
    await field(page, "Industry").fill("Machines");
    await field(page, "Website").fill("engines.test");
    await button(page, registerScreenTexts.create).click();
    await expect(page).toHaveURL(/verify-otp/);
    expect(JSON.parse(calls[0] ?? "")).toMatchObject({ post: "Countess", company_website: "https://engines.test" });
  });

  test("is filled in by keyboard alone, in the order of the page", async ({ page }) => {
    const calls = await stub(page, register.create_account, says({ success: true, signup_request: request }));
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await field(page, "Full name").focus();
    for (const text of ["Ada Lovelace", "ada@engines.test", "Countess", "aaaaaaaa"]) {
      await page.keyboard.type(text);
      await press("Tab");
    }
    await expect(button(page, "Show password").first()).toBeFocused();
    await press("Space");
    await expect(field(page, "Password")).toHaveAttribute("type", "text");
    await press("Tab");
    await page.keyboard.type("aaaaaaaa");
    await press("Tab", "Tab");
    await expect(page.getByRole("link", { name: registerScreenTexts.back, exact: true })).toBeFocused();
    await press("Tab", "Enter");
    await expect(field(page, "Company name")).toBeFocused();
    await page.keyboard.type("Engines");
    await press("Tab");
    await page.keyboard.type("hello@engines.test");
    await press("Tab", "ArrowDown", "ArrowDown", "Tab");
    await page.keyboard.type("Machines");
    await press("Tab", "Tab", "ArrowDown", "ArrowDown", "Tab");
    await page.keyboard.type("2079460958");
    await press("Enter");
    await expect(page).toHaveURL(/verify-otp/);
    await expect(field(page, "Verification code")).toBeVisible();
    expect(JSON.parse(calls[0] ?? "")).toMatchObject({
      post: "Countess",
      company_size: companySizes[1],
      country_code: "GB",
      phone_number: "+44 20 7946 0958",
    });
  });

  test("leads to the login (B61, P32)", async ({ page }) => {
    await page.getByRole("link", { name: registerScreenTexts.signIn }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await page.getByRole("link", { name: registerScreenTexts.back, exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("says that registration is closed, and how to join a team, where nobody may register (V05)", async ({
    page,
  }) => {
    await page.route("**/register", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        'name="registration" content="open"',
        'name="registration" content="closed"',
      );
      await route.fulfill({ response, body });
    });
    await page.goto("/register");
    await expect(page.getByText(registerTexts.closed)).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("link", { name: registerScreenTexts.signIn })).toBeVisible();
  });
});
