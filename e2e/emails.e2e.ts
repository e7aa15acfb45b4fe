import type { Page, Route } from "@playwright/test";
import {
  contracts,
  type Email,
  email,
  emailTexts,
  limits,
  type PlanFeature,
  plan,
  planRefusals,
  texts,
} from "../packages/contracts/src/index.ts";
import { expect, test } from "./server.ts";

const { get_company_domains, is_email_available, get_unique_email_prefix, create_email, toggle_email } = email;
const fulfil = (message: unknown) => (route: Route) => route.fulfill({ json: { message } });
const refuse =
  (message: string, status = 417) =>
  (route: Route) =>
    route.fulfill({ status, json: { message } });
const posted = (route: Route) => Object.fromEntries(new URLSearchParams(route.request().postData() ?? ""));
const isList = (url: URL) => url.pathname === "/api/resource/Email";
const cards = (page: Page) => page.getByRole("list", { name: "Emails" }).getByRole("listitem");
const day = 86_400_000;

const row = (name: string, over: Partial<Email> = {}): Partial<Email> => ({
  email_name: `${name}@mayfly.test`,
  reason: "",
  expiry: null,
  is_active: 1,
  visibility: "Private",
  creation: new Date().toISOString(),
  owner: "ada@lakeside.example",
  ...over,
});

/** A server with these addresses, as far as the list goes; the answer is what it was asked. */
async function stubEmails(page: Page, emails: Partial<Email>[]) {
  const asked: { list: URL[]; count: Record<string, string>[] } = { list: [], count: [] };
  const matching = (filters: string | null | undefined) => {
    const [[, , like] = []] = JSON.parse(filters || "[]") as string[][];
    return emails.filter(({ email_name }) => email_name?.includes((like ?? "").replaceAll("%", "")));
  };
  await page.route(isList, (route) => {
    const url = new URL(route.request().url());
    asked.list.push(url);
    const start = Number(url.searchParams.get("limit_start"));
    const end = start + Number(url.searchParams.get("limit_page_length"));
    return route.fulfill({ json: { data: matching(url.searchParams.get("filters")).slice(start, end) } });
  });
  await page.route(`**${contracts.reportview.get_count.path}`, (route) => {
    const body = route.request().postDataJSON() as Record<string, string>;
    asked.count.push(body);
    const { filters } = body as { filters?: unknown };
    return fulfil(Math.min(limits.count, matching(filters === undefined ? null : JSON.stringify(filters)).length))(
      route,
    );
  });
  return asked;
}

async function stubPlan(page: Page, features: Partial<Record<string, Partial<PlanFeature>>>, used = 0) {
  const names = ["domain", "webhook", "team", "email", "public_email", "email_expiry"];
  await page.route(
    `**${plan.get_company_plan.path}`,
    fulfil({
      plan: "Starter",
      price: 0,
      non_expiry_plan: 1,
      company: "",
      expiry_date: "",
      features: names.map((feature) => ({
        feature,
        available: 1,
        unlimited: 1,
        limit: 0,
        label: "",
        description: "",
        ...features[feature],
      })),
    }),
  );
  await page.route(
    `**${plan.get_stats.path}`,
    fulfil({ domain: 0, webhook: 0, team: 1, email: used, expiry_date: "" }),
  );
}

async function openDialog(page: Page) {
  await page.getByRole("main").getByRole("button", { name: "Create Email" }).click();
  return page.getByRole("dialog", { name: "Create Email" });
}

test.describe("the emails page", () => {
  test("says how much of the plan is used, and what to do about it (D01 to D03, D07, D08, J14, J15)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    await stubEmails(page, []);
    const main = page.getByRole("main");
    for (const [feature, used, line, label, badges] of [
      [{ unlimited: 0, limit: 5 }, 3, "3 / 5 emails used", "Create Email", 0],
      [{ unlimited: 1, limit: 5 }, 9, "Unlimited emails", "Create Email", 0],
      // A limit of 0 is none.
      [{ unlimited: 0, limit: 0 }, 9, "Unlimited emails", "Create Email", 0],
      [{ unlimited: 0, limit: 5 }, 5, "5 / 5 emails used", "Limit Reached", 2],
      [{ available: 0, unlimited: 0, limit: 0 }, 0, undefined, "Feature Unavailable", 0],
    ] as const) {
      await stubPlan(page, { email: feature }, used);
      await page.goto("/dashboard/emails");
      const button = main.getByRole("button", { name: label });
      await expect(button).toBeVisible();
      expect(await button.isEnabled()).toBe(label === "Create Email");
      await expect(main.getByText(emailTexts.limitReached)).toHaveCount(badges);
      if (line === undefined) await expect(main.getByText(/emails used|Unlimited/)).toHaveCount(0);
      else await expect(main.getByText(line, { exact: true })).toBeVisible();
    }
  });

  test("lists five a page, newest first, with five sliding buttons (D09 to D14, P105), and counts no further than it is told (P100)", async ({
    page,
    logIn,
  }) => {
    const emails = Array.from({ length: 40 }, (_, index) => row(`address-${index}`));
    const asked = await stubEmails(page, emails);
    await logIn("/dashboard/emails");
    await expect(cards(page)).toHaveCount(limits.pageSize);
    await expect(page.getByText("Showing 1 to 5 of 40 emails")).toBeVisible();
    expect(asked.list[0]?.searchParams.get("order_by")).toBe("creation desc");
    expect(asked.count[0]).toMatchObject({ doctype: "Email", limit: limits.count });

    const pager = page.getByRole("navigation", { name: "Pages" });
    const numbers = pager.getByRole("button", { name: /^Page \d+$/ });
    const previous = pager.getByRole("button", { name: "Previous" });
    const next = pager.getByRole("button", { name: "Next" });
    await expect(numbers).toHaveText(["1", "2", "3", "4", "5"]);
    await expect(previous).toBeDisabled();
    await numbers.last().click();
    await next.click();
    await expect(numbers).toHaveText(["4", "5", "6", "7", "8"]);
    await expect(pager.getByRole("button", { name: "Page 6" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByText("Showing 26 to 30 of 40 emails")).toBeVisible();
    await expect(cards(page).first()).toContainText("address-25@mayfly.test");
    await previous.click();
    await expect(numbers).toHaveText(["3", "4", "5", "6", "7"]);
    await numbers.last().click();
    await next.click();
    await expect(numbers).toHaveText(["4", "5", "6", "7", "8"]);
    await expect(next).toBeDisabled();

    emails.push(...Array.from({ length: 1200 }, (_, index) => row(`address-${40 + index}`)));
    await page.reload();
    await expect(page.getByText("Showing 1 to 5 of 1001 emails")).toBeVisible();
  });

  test("keeps the page while the next one loads, which comes whatever is switched meanwhile (D66, P103)", async ({
    page,
    logIn,
  }) => {
    await stubEmails(
      page,
      Array.from({ length: 7 }, (_, index) => row(`address-${index}`)),
    );
    await page.route(`**${toggle_email.path}`, fulfil({ success: true }));
    await logIn("/dashboard/emails");
    await expect(cards(page)).toHaveCount(5);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(isList, async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("region", { name: "Emails" })).toHaveAttribute("aria-busy", "true");
    await expect(cards(page)).toHaveCount(5);
    const switched = page.waitForResponse(`**${toggle_email.path}`);
    await cards(page).first().getByRole("switch").click();
    await switched;
    release();
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByText("Showing 6 to 7 of 7 emails")).toBeVisible();
    await expect(page.getByText(emailTexts.toggleFailed)).toHaveCount(0);
  });

  test("searches at the server, once, 500 ms after the last key, from page 1 (D04, D05, D15, P119)", async ({
    page,
    logIn,
  }) => {
    const asked = await stubEmails(page, [
      ...Array.from({ length: 7 }, (_, index) => row(`address-${index}`)),
      row("needle"),
    ]);
    await logIn("/dashboard/emails");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(cards(page)).toHaveCount(3);
    const before = asked.list.length;
    const search = page.getByRole("searchbox", { name: "Search emails" });
    const started = Date.now();
    const request = page.waitForRequest((each) => isList(new URL(each.url())));
    await search.pressSequentially("needle", { delay: 40 });
    await request;
    expect(Date.now() - started).toBeGreaterThanOrEqual(limits.debounce);
    await expect(cards(page)).toHaveText([/needle@mayfly\.test/]);
    await expect(page.getByText("Showing 1 to 1 of 1 emails")).toBeVisible();
    expect(asked.list).toHaveLength(before + 1);
    const { searchParams } = asked.list.at(-1) as URL;
    expect(JSON.parse(searchParams.get("filters") ?? "")).toEqual([["email_name", "like", "%needle%"]]);
    expect(searchParams.get("limit_start")).toBe("0");
    expect(asked.count.at(-1)).toMatchObject({ doctype: "Email", filters: [["email_name", "like", "%needle%"]] });

    await search.fill("no-such-address");
    await expect(page.getByText("No emails found")).toBeVisible();
    await search.clear();
    await expect(page.getByText("Showing 1 to 5 of 8 emails")).toBeVisible();
  });

  test("says so when there is nothing, or no answer", async ({ page, logIn }) => {
    await stubEmails(page, []);
    await page.route(isList, (route) => route.abort(), { times: 1 });
    await page.route(`**${contracts.reportview.get_count.path}`, refuse("Not counted"), { times: 1 });
    await logIn("/dashboard/emails");
    const again = page.getByRole("button", { name: "Try again" });
    await expect(page.getByText(texts.networkError)).toBeVisible();
    await again.click();
    await expect(page.getByText("No emails yet")).toBeVisible();
    // How many there are is another question (D13, D14).
    await expect(page.getByText("Not counted", { exact: true })).toBeVisible();
    await again.click();
    await expect(again).toBeHidden();
  });

  test("labels status and expiry by the browser's calendar (D16, D17, D26 to D33, P134, P135)", async ({
    page,
    startSession,
  }) => {
    const noon = new Date();
    noon.setHours(12, 0, 0, 0);
    const at = (days: number, hours: number) => {
      const date = new Date(noon);
      date.setDate(date.getDate() + days);
      date.setHours(hours, 1, 0, 0);
      return date.toISOString();
    };
    const far = at(8, 0);
    const cases: [Partial<Email>, string, string][] = [
      [{ expiry: null }, "Active", "Expires Never"],
      [{ expiry: at(0, 23) }, "Active", "Expires today"],
      [{ expiry: at(1, 0) }, "Active", "Expires tomorrow"],
      [{ expiry: at(7, 23) }, "Active", "Expires in 7 days"],
      [{ expiry: far }, "Active", new Date(far).toLocaleDateString("en", { dateStyle: "medium" })],
      [{ expiry: at(-1, 0), is_active: 0 }, "Expired", "Expired"],
      [{ expiry: at(2, 0), is_active: 0 }, "Active", "Expires in 2 days"],
      [{ expiry: at(-1, 0), is_active: 1 }, "Active", "Expired"],
    ];
    await page.clock.setFixedTime(noon);
    await startSession();
    for (const part of [cases.slice(0, 5), cases.slice(5)]) {
      await page.unrouteAll();
      await stubEmails(
        page,
        part.map(([over], index) => row(`address-${index}`, over)),
      );
      await page.goto("/dashboard/emails");
      for (const [index, [, status, label]] of part.entries()) {
        const card = cards(page).nth(index);
        await expect(card).toContainText(`address-${index}@mayfly.test`);
        await expect(card).toContainText(label + status);
      }
    }
  });

  test("copies an address or says that it cannot (D18 to D20), and opens its inbox in a new tab (D21)", async ({
    page,
    logIn,
    context,
  }) => {
    await logIn("/dashboard/emails");
    const copy = page.getByRole("button", { name: "Copy demo@mayfly.test" });
    await copy.click();
    await expect(page.getByText(emailTexts.copied, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("demo@mayfly.test");
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    });
    await copy.click();
    await expect(page.getByText(emailTexts.copyFailed, { exact: true })).toBeVisible();

    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Open the inbox of demo@mayfly.test" }).click();
    await expect(await opened).toHaveURL("/inbox?email=demo%40mayfly.test");
  });

  test("takes a refused toggle back and says why (D22, D25, P80)", async ({ page, logIn }) => {
    await stubEmails(page, [row("one"), row("two", { is_active: 0, expiry: new Date(0).toISOString() })]);
    const sent: object[] = [];
    let answer: (route: Route) => Promise<void> = (route) => route.fulfill({ status: 500, body: "" });
    let release: () => void = () => undefined;
    let held = Promise.resolve();
    await page.route(`**${toggle_email.path}`, async (route) => {
      sent.push(posted(route));
      await held;
      await answer(route);
    });
    await logIn("/dashboard/emails");
    const [one, two] = [cards(page).nth(0), cards(page).nth(1)];
    held = new Promise((resolve) => {
      release = resolve;
    });
    await one.getByRole("switch").click();
    // Shown before the server has answered.
    await expect(one.getByRole("switch")).not.toBeChecked();
    await expect(one).toContainText("Expired");
    release();
    await expect(page.getByText(emailTexts.toggleFailed, { exact: true })).toBeVisible();
    await expect(one.getByRole("switch")).toBeChecked();
    await expect(one).toContainText("Expires Never");

    answer = refuse(planRefusals.email.full(5));
    await two.getByRole("switch").click();
    await expect(page.getByText(planRefusals.email.full(5), { exact: true })).toBeVisible();
    await expect(two.getByRole("switch")).not.toBeChecked();
    expect(sent).toEqual([{ email: "one@mayfly.test" }, { email: "two@mayfly.test", action: "activate" }]);
  });
});

test.describe("making an address", () => {
  test("offers the server's domains, the six lives and both visibilities (D06, D34 to D36, D47 to D49, D51, D52, P06, P106)", async ({
    page,
    logIn,
  }) => {
    await page.route(`**${get_company_domains.path}`, fulfil(["first.test", "second.test"]));
    const sent: Record<string, string>[] = [];
    await page.route(`**${is_email_available.path}`, (route) => fulfil(sent.length < 2)(route));
    await page.route(`**${create_email.path}`, (route) => {
      sent.push(posted(route));
      return refuse("Not now")(route);
    });
    await logIn("/dashboard/emails");
    const dialog = await openDialog(page);
    const submit = dialog.getByRole("button", { name: "Create Email" });
    await expect(dialog.getByLabel("Domain")).toBeFocused();
    await expect(dialog.getByLabel("Domain").getByRole("option")).toHaveText([
      "Select a domain",
      "first.test",
      "second.test",
    ]);
    await expect(dialog.getByLabel("Expiry").getByRole("option")).toHaveText([
      "Never",
      "1 day",
      "7 days",
      "30 days",
      "90 days",
      "365 days",
    ]);
    await expect(dialog.getByLabel("Visibility").getByRole("option")).toHaveText(["Private", "Public"]);

    await submit.click();
    await expect(dialog.getByText(emailTexts.domainRequired)).toBeVisible();
    expect(sent).toEqual([]);
    await dialog.getByLabel("Domain").selectOption("second.test");
    await expect(dialog.getByText(emailTexts.domainRequired)).toBeHidden();
    await dialog.getByLabel("Prefix").fill("  ");
    await submit.click();
    await expect(page.getByText("Not now", { exact: true })).toBeVisible();
    await dialog.getByLabel("Reason").fill("x".repeat(151));
    await expect(dialog.getByLabel("Reason")).toHaveValue("x".repeat(limits.emailReasonMax));
    await dialog.getByLabel("Expiry").selectOption("7 days");
    await dialog.getByLabel("Visibility").selectOption("Public");
    await dialog.getByLabel("Prefix").fill("Some.Prefix");
    await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
    await submit.click();
    // Somebody has taken it since (D43).
    await expect(dialog.getByText(emailTexts.prefixTaken)).toBeVisible();
    expect(sent).toEqual([
      { domain: "second.test", email_prefix: "", reason: "", visibility: "Private", duration: "0" },
      {
        domain: "second.test",
        email_prefix: "some.prefix",
        reason: "x".repeat(150),
        visibility: "Public",
        duration: "604800",
      },
    ]);
  });

  test("checks the prefix 500 ms after the last key, and waits for the answer (D40 to D46, P107)", async ({
    page,
    logIn,
  }) => {
    const sent: object[] = [];
    let release: () => void = () => undefined;
    let held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${is_email_available.path}`, async (route) => {
      sent.push(posted(route));
      await held;
      if (posted(route)["email"]?.startsWith("broken")) return route.fulfill({ status: 500, body: "" });
      return fulfil(posted(route)["email"]?.startsWith("free"))(route);
    });
    await logIn("/dashboard/emails");
    const dialog = await openDialog(page);
    const submit = dialog.getByRole("button", { name: "Create Email" });
    const prefix = dialog.getByLabel("Prefix");
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    const started = Date.now();
    const request = page.waitForRequest(`**${is_email_available.path}`);
    await prefix.pressSequentially("free", { delay: 40 });
    await expect(dialog.getByText("Checking availability")).toBeVisible();
    await expect(submit).toBeDisabled();
    await request;
    expect(Date.now() - started).toBeGreaterThanOrEqual(limits.debounce);
    await expect(submit).toBeDisabled();
    release();
    await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
    await expect(submit).toBeEnabled();
    expect(sent).toEqual([{ email: "free@mayfly.test" }]);

    held = Promise.resolve();
    await prefix.fill("taken");
    await expect(dialog.getByText(emailTexts.prefixTaken)).toBeVisible();
    await expect(submit).toBeDisabled();
    await prefix.fill("broken");
    await expect(dialog.getByText(emailTexts.availabilityFailed)).toBeVisible();

    const before = sent.length;
    for (const wrong of ["a b", ".a", "a.", "a..b", "ä", "аdmin", "a@b"]) {
      await prefix.fill(wrong);
      await expect(dialog.getByText(emailTexts.prefixInvalid), wrong).toBeVisible();
      await expect(submit).toBeDisabled();
    }
    await prefix.fill("x".repeat(65));
    await expect(prefix).toHaveValue("x".repeat(64));
    await expect(dialog.getByText(emailTexts.prefixTaken)).toBeVisible();
    expect(sent).toHaveLength(before + 1);
  });

  test("fills in a random prefix, or says that it cannot (D38, D39)", async ({ page, logIn }) => {
    const sent: object[] = [];
    await page.route(`**${get_unique_email_prefix.path}`, (route) => {
      sent.push(posted(route));
      return sent.length < 3 ? route.fulfill({ status: 500, body: "" }) : fulfil("calm-river")(route);
    });
    await page.route(`**${is_email_available.path}`, fulfil(true));
    await logIn("/dashboard/emails");
    const dialog = await openDialog(page);
    const random = dialog.getByRole("button", { name: "Random prefix" });
    await random.click();
    await expect(dialog.getByText(emailTexts.domainRequired)).toBeVisible();
    expect(sent).toEqual([]);
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    await random.click();
    const failed = dialog.getByText(emailTexts.noRandomPrefix);
    await expect(failed).toBeVisible();
    await dialog.getByLabel("Prefix").fill("own");
    await expect(failed).toBeHidden();
    await random.click();
    await expect(failed).toBeVisible();
    await random.click();
    await expect(dialog.getByLabel("Prefix")).toHaveValue("calm-river");
    await expect(dialog.getByText(emailTexts.noRandomPrefix)).toBeHidden();
    expect(sent).toEqual(Array(3).fill({ domain: "mayfly.test" }));
  });

  test("says so when there are no domains (D58), they are refused (D59), or out of reach (D60)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    for (const [respond, text] of [
      [fulfil([]), emailTexts.noDomains],
      [(route: Route) => route.fulfill({ status: 500, body: "" }), emailTexts.domainsFailed],
      [(route: Route) => route.abort(), emailTexts.domainsNetwork],
    ] as const) {
      await page.route(`**${get_company_domains.path}`, respond);
      await page.goto("/dashboard/emails");
      await expect((await openDialog(page)).getByText(text)).toBeVisible();
    }
    // Those that are known stay.
    const options = page.getByRole("dialog").getByLabel("Domain").getByRole("option");
    for (const respond of [fulfil(["first.test"]), (route: Route) => route.abort()]) {
      await page.route(`**${get_company_domains.path}`, respond);
      await page.keyboard.press("Escape");
      await openDialog(page);
      await expect(options).toHaveText(["Select a domain", "first.test"]);
    }
    await expect(page.getByText(emailTexts.domainsNetwork)).toBeVisible();
    await expect(options).toHaveText(["Select a domain", "first.test"]);
  });

  test("clears a domain that is not the company's, says what else is wrong as a toast, and shows the list from its top once it is made (D57, D61 to D63, P103)", async ({
    page,
    logIn,
  }) => {
    const said = `The ${emailTexts.foreignDomain}.`;
    let answer = refuse(said);
    await page.route(`**${create_email.path}`, (route) => answer(route));
    await logIn("/dashboard/emails");
    const search = page.getByRole("searchbox", { name: "Search emails" });
    await search.fill("demo");
    const dialog = await openDialog(page);
    const domain = dialog.getByLabel("Domain");
    const submit = dialog.getByRole("button", { name: "Create Email" });
    const exception = { message: "Failed", exception: `frappe.exceptions.ValidationError: ${said}` };
    for (answer of [answer, (route: Route) => route.fulfill({ status: 417, json: exception })]) {
      await domain.selectOption("mayfly.test");
      await expect(dialog.getByText(emailTexts.foreignDomainShown)).toBeHidden();
      await submit.click();
      await expect(dialog.getByText(emailTexts.foreignDomainShown)).toBeVisible();
      await expect(domain).toHaveValue("");
    }
    await domain.selectOption("mayfly.test");
    for (const [text, refusal] of [
      ["Something of the server's", refuse("Something of the server's")],
      ["Something else", fulfil({ success: false, message: "Something else" })],
    ] as const) {
      answer = refusal;
      await submit.click();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(dialog).toBeVisible();
    }
    answer = fulfil({ success: true });
    await submit.click();
    await expect(page.getByText(emailTexts.created, { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(search).toHaveValue("");
  });

  test("is within the plan: no choice of expiry, Private only (D50, D53)", async ({ page, logIn }) => {
    await stubPlan(page, { email_expiry: { available: 0 }, public_email: { available: 0 } });
    let sent: Record<string, string> = {};
    await page.route(`**${create_email.path}`, (route) => {
      sent = posted(route);
      return refuse("Not now")(route);
    });
    await logIn("/dashboard/emails");
    const dialog = await openDialog(page);
    await expect(dialog.getByLabel("Expiry")).toBeDisabled();
    await expect(dialog.getByLabel("Visibility").getByRole("option", { name: "Public" })).toBeDisabled();
    await expect(dialog.getByRole("link", { name: "Upgrade Plan" }).first()).toHaveAttribute("href", /#pricing$/);
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    await dialog.getByRole("button", { name: "Create Email" }).click();
    await expect.poll(() => sent).toMatchObject({ visibility: "Private", duration: "" });
  });

  test("is refused from the dashboard's home, without a call, by a plan that lacks it (D54) or is used up (D55)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    const calls: string[] = [];
    await page.route(`**${create_email.path}`, (route) => {
      calls.push(route.request().url());
      return refuse("Called")(route);
    });
    for (const [feature, text] of [
      [{ available: 0 }, planRefusals.email.unavailable],
      [{ unlimited: 0, limit: 5 }, planRefusals.email.full(5)],
    ] as const) {
      await stubPlan(page, { email: feature }, 5);
      await page.goto("/dashboard");
      const dialog = await openDialog(page);
      await dialog.getByLabel("Domain").selectOption("mayfly.test");
      await dialog.getByRole("button", { name: "Create Email" }).click();
      await expect(page.getByText(text).first()).toBeVisible();
    }
    expect(calls).toEqual([]);
  });
});

/** The rest is the real server's: no stubs from here on. */
test("an address is made, found, stopped and revived (D37, D56, D57, D64, D66, C29, D23, D24)", async ({
  page,
  logIn,
}) => {
  await logIn("/dashboard/emails");
  const dialog = await openDialog(page);
  await dialog.getByLabel("Domain").selectOption("mayfly.test");
  await dialog.getByRole("button", { name: "Random prefix" }).click();
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  const address = `${await dialog.getByLabel("Prefix").inputValue()}@mayfly.test`;
  await dialog.getByLabel("Reason").fill("Grüße <b>&amp;</b>");
  await dialog.getByLabel("Expiry").selectOption("30 days");
  await dialog.getByLabel("Visibility").selectOption("Public");
  await dialog.getByRole("button", { name: "Create Email" }).click();
  await expect(page.getByText(emailTexts.created, { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();

  const card = cards(page).first();
  await expect(card).toContainText(address);
  await expect(card).toContainText("Grüße <b>&amp;</b>");
  await expect(card.getByRole("img", { name: "Public" })).toBeVisible();
  const listed = await page.request.get(
    `/api/resource/Email?fields=["*"]&filters=${encodeURIComponent(JSON.stringify([["email_name", "=", address]]))}`,
  );
  const { data } = (await listed.json()) as { data: Email[] };
  expect(data).toMatchObject([{ owner: "ada@lakeside.example", reason: "Grüße <b>&amp;</b>", visibility: "Public" }]);
  const life = Date.parse(data[0]?.expiry ?? "") - Date.parse(data[0]?.creation ?? "");
  expect(Math.abs(life - 30 * day)).toBeLessThan(60_000);

  await page.getByRole("searchbox", { name: "Search emails" }).fill(address);
  await expect(cards(page)).toHaveCount(1);
  const requests: (string | null)[] = [];
  page.on("request", (request) => request.url().endsWith(toggle_email.path) && requests.push(request.postData()));
  const toggle = card.getByRole("switch");
  const until = new Date(Date.now() + 30 * day).toLocaleDateString("en", { dateStyle: "medium" });
  await expect(card).toContainText(until);
  await toggle.click();
  await expect(card).toContainText("Expired");
  await expect(toggle).toBeEnabled();
  await toggle.click();
  await expect(card).toContainText(`${until}Active`);
  expect(requests.map((body) => Object.fromEntries(new URLSearchParams(body ?? "")))).toEqual([
    { email: address },
    { email: address, action: "activate" },
  ]);
});
