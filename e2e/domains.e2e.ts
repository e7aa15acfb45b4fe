import { type Domain, domain, domainTexts, email, type PlanFeature, planRefusals } from "@mayfly/contracts";
import { sendMail } from "@mayfly/server/outgoing_mail/send_mail";
import { domainScreenTexts } from "@mayfly/web/features/domains/texts";
import { memberTexts } from "@mayfly/web/parts/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { copied, press, toastsOf, visit } from "./page.ts";
import { expect, test } from "./server.ts";
import { asMember, callsOf, fails, hold, nothingAsked, refuses, says, stub, stubPlan } from "./stub.ts";

const { list_domains, add_domain, verify_domain, remove_domain } = domain;

const rows = (page: Page) => page.getByRole("list", { name: "Domains", exact: true }).locator("> li");
const rowOf = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });
const toast = (page: Page, text: string) => toastsOf(page).getByText(text);
const input = (page: Page) => page.getByLabel("Add a domain");
const addButton = (page: Page) => page.getByRole("button", { name: "Add domain" });

const some = (at: number, over: Partial<Domain> = {}): Domain => ({
  ...{ name: `d${at}.example`, domain_name: `d${at}.example`, is_verified: 0, is_default: 0, owner: "ada@x.example" },
  ...{ creation: "2026-03-04T12:00:00.000Z", mx_found: 0, checked: null, failing_since: null, unverified_on: null },
  ...{ active_emails: 0, records: [] },
  ...over,
});

/** Answers the list of domains with these; returns the URLs that the page requests. */
async function stubList(page: Page, all: Domain[]) {
  const asked: URL[] = [];
  await stub(page, list_domains, (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const start = Number(url.searchParams.get("start"));
    const domains = all.slice(start, start + Number(url.searchParams.get("limit")));
    return route.fulfill(says({ domains, count: all.length }));
  });
  return asked;
}

/** Stubs a plan for three domains, unless `feature` says otherwise, and how many there are. */
const stubDomains = (page: Page, feature: Partial<PlanFeature>, used: number) =>
  stubPlan(page, { domain: { unlimited: 0, limit: 3, ...feature } }, { domain: used });

test("adds a domain, verifies it by real DNS, receives mail on it, and deletes it (E13, E14, E22, E23, E26, P76)", async ({
  page,
  mayfly,
  dns,
  enter,
}) => {
  await enter("/dashboard/domains");
  await expect(page.getByText("0/∞")).toBeVisible();
  await expect(rows(page)).toHaveCount(3);

  await input(page).fill("  Shop.Example ");
  const added = page.waitForRequest(`**${add_domain.path}`);
  await addButton(page).click();
  expect((await added).postDataJSON()).toEqual({ domain: "Shop.Example" });
  const row = rowOf(page, "shop.example").first();
  await expect(row.getByText("Unverified")).toBeVisible();
  await expect(page.getByText("1/∞")).toBeVisible();
  await expect(input(page)).toHaveValue("");
  await expect(input(page)).toBeFocused();

  // The records are there to be copied at once.
  const [txt, mx] = [row.getByLabel("TXT record", { exact: true }), row.getByLabel("MX record", { exact: true })];
  await expect(txt.getByText("Not checked")).toBeVisible();
  const value = await copied(txt.getByRole("button", { name: "Copy the TXT record's value" }));
  expect(value).toMatch(/^mayfly-verification=[0-9a-f]{32}$/);
  expect(await copied(txt.getByRole("button", { name: "Copy the TXT record's name" }))).toBe("_mayfly.shop.example");

  dns.set("_mayfly.shop.example", "TXT", [{ data: "something else" }]);
  await row.getByRole("button", { name: "Verify shop.example" }).click();
  await expect(toast(page, domainTexts.unproved("_mayfly.shop.example"))).toBeVisible();
  await expect(txt.getByText("Not found", { exact: true })).toBeVisible();
  await expect(txt.getByText("something else")).toBeVisible();
  await expect(mx.getByText("There is no MX record at shop.example.")).toBeVisible();

  dns.set("_mayfly.shop.example", "TXT", [{ data: value }]);
  await row.getByRole("button", { name: "Verify shop.example" }).click();
  await expect(row.getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(row.getByText(domainTexts.mailElsewhere)).toBeVisible();
  await expect(toast(page, domainScreenTexts.mailElsewhereHint)).toBeVisible();
  // The result of the previous check is no longer shown.
  expect(await toast(page, domainTexts.unproved("_mayfly.shop.example")).count()).toBe(0);
  await expect(txt.getByText("Found", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Verify shop.example" })).toHaveCount(0);

  const ours = { exchange: "localhost", priority: 10 };
  dns.set("shop.example", "MX", [ours, { exchange: "aspmx.example", priority: 1 }]);
  await row.getByRole("button", { name: "Check records" }).click();
  await expect(mx.getByText("Not first", { exact: true })).toBeVisible();
  await expect(mx.getByRole("listitem")).toHaveText(["1 aspmx.example"]);
  dns.set("shop.example", "MX", [ours]);
  await row.getByRole("button", { name: "Check records" }).click();
  await expect(mx.getByText("Found", { exact: true })).toBeVisible();
  await expect(row.getByText(domainTexts.mailElsewhere)).toHaveCount(0);

  await visit(page, "Emails");
  await press(page.getByRole("main").getByRole("button", { name: "Create Email" }));
  const creation = page.getByRole("dialog");
  await creation.getByLabel("Domain").selectOption("shop.example");
  await creation.getByLabel("Prefix", { exact: true }).fill("orders");
  await creation.getByRole("button", { name: "Create Email" }).click();
  await expect(page.getByRole("list", { name: "Emails" }).getByText("orders@shop.example")).toBeVisible();
  const mail = { host: "127.0.0.1", port: mayfly.smtpPort, to: "orders@shop.example" };
  await sendMail({ ...mail, raw: Buffer.from("To: orders@shop.example\r\nSubject: Order 1\r\n\r\nHello\r\n") });
  await page.goto("/inbox?email=orders@shop.example");
  await expect(page.getByText("Order 1").first()).toBeVisible();

  await page.goto("/dashboard/domains");
  await page.getByRole("button", { name: "Delete shop.example" }).click();
  await expect(page.getByRole("dialog")).toHaveAccessibleDescription(/Its 1 active address will be deactivated/);
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete Domain" });
  const typed = page.getByRole("dialog").getByRole("textbox");
  for (const wrong of ["", "shop", "Shop.example", "shop.example "]) {
    await typed.fill(wrong);
    await expect(confirm).toBeDisabled();
  }
  await typed.fill("shop.example");
  const removed = page.waitForRequest(`**${remove_domain.path}`);
  await confirm.click();
  expect((await removed).postDataJSON()).toEqual({ domain_name: "shop.example" });
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText("0/∞")).toBeVisible();
  await expect(sendMail({ ...mail, raw: Buffer.from("Subject: Order 2\r\n\r\nHello\r\n") })).rejects.toThrow("550");
});

test("labels default domains, and offers neither to verify nor to delete them (E15 to E18, P74)", async ({
  page,
  enter,
}) => {
  await enter("/dashboard/domains");
  for (const name of ["mayfly.test", "inbox.mayfly.test", "localhost"]) {
    await expect(rowOf(page, name).getByText("Default", { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("button", { name: /^Verify/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(0);
  await rowOf(page, "localhost")
    .getByRole("button", { name: "Default domain cannot be deleted" })
    .click({ force: true });
  await expect(toast(page, "Default domain cannot be deleted").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("lists five domains a page, with at most five page buttons (E03, E04, E24, K32)", async ({ page, enter }) => {
  const asked = await stubList(
    page,
    Array.from({ length: 7 }, (_, at) => some(at + 1)),
  );
  await enter("/dashboard/domains");
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(rows(page)).toHaveCount(2);
  expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toEqual({ start: "5", limit: "5", fields: '["*"]' });
  const before = asked.length;
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => asked.length).toBe(before + 1);

  await stubList(
    page,
    Array.from({ length: 40 }, (_, at) => some(at + 1)),
  );
  await page.reload();
  const buttons = page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: /^Page \d+$/ });
  await expect(buttons).toHaveText(["1", "2", "3", "4", "5"]);
  await buttons.nth(4).click();
  await expect(buttons).toHaveText(["3", "4", "5", "6", "7"]);
});

test("does not navigate a user who has left the page when their domain has been added", async ({ page, enter }) => {
  await stubList(
    page,
    Array.from({ length: 7 }, (_, at) => some(at + 1)),
  );
  await stub(page, add_domain, says({ success: true, ...some(8) }));
  await enter("/dashboard/domains?page=2");
  await input(page).fill("d8.example");
  const release = await hold(page, add_domain);
  await addButton(page).click();
  await visit(page, "Emails");
  release();
  await expect(toast(page, domainTexts.added)).toBeVisible();
  await expect(page).toHaveURL("/dashboard/emails");
});

test("keeps a name that is typed while the previous domain is being added", async ({ page, enter }) => {
  await stub(page, add_domain, says({ success: true, ...some(1) }));
  await enter("/dashboard/domains");
  await input(page).fill("d1.example");
  const release = await hold(page, add_domain);
  await addButton(page).click();
  await input(page).fill("d2.example");
  release();
  await expect(toast(page, domainTexts.added)).toBeVisible();
  await expect(input(page)).toHaveValue("d2.example");
});

test("leads from a page beyond the last to the last, which shows that it is loading until it is there", async ({
  page,
  enter,
}) => {
  const domains = Array.from({ length: 12 }, (_, at) => some(at + 1));
  await stubList(page, domains);
  const last = Promise.withResolvers<void>();
  await page.route(/list_domains\?start=10/, async (route) => {
    await last.promise;
    await route.fallback();
  });
  await enter("/dashboard/domains?page=9");
  await expect(page).toHaveURL("/dashboard/domains?page=3");
  const card = page.getByRole("region", { name: "Domains", exact: true });
  await expect(card.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Page 3" })).toHaveAttribute("aria-current", "page");
  last.resolve();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("Showing 11 to 12 of 12 domains")).toBeVisible();
});

test("shows page 1 for a page number beyond the server's limit", async ({ page, enter }) => {
  await enter("/dashboard/domains?page=999999");
  await expect(rows(page)).toHaveCount(3);
});

test("takes a URL or an address for its host, and shows a domain as people write it (Y11)", async ({ page, enter }) => {
  await enter("/dashboard/domains");
  const form = page.locator("form");
  for (const [typed, said] of [
    ["https://shop2.example/imprint?x=1", domainScreenTexts.adds("shop2.example")],
    ["Ada Lovelace <ada@Shop2.example>", domainScreenTexts.adds("Shop2.example")],
    ["xn--bcher-kva.example", domainScreenTexts.inDns("bücher.example", "xn--bcher-kva.example")],
    ["http://user@BÜCHER.example:8080/", domainScreenTexts.inDns("bücher.example", "xn--bcher-kva.example")],
  ] as const) {
    await input(page).fill(typed);
    await expect(form.getByText(said, { exact: true })).toBeVisible();
    await expect(input(page)).toHaveAccessibleDescription(said);
  }
  expect(await faults(page)).toEqual([]);
  await input(page).fill("https://");
  await expect(addButton(page)).toBeDisabled();
  await input(page).fill("shop2.example");
  await expect(form.getByText("Adds")).toHaveCount(0);

  await input(page).fill("https://Bücher.example/");
  const added = page.waitForRequest(`**${add_domain.path}`);
  await addButton(page).click();
  expect((await added).postDataJSON()).toEqual({ domain: "Bücher.example" });
  const row = rows(page).filter({ hasText: "bücher.example" }).first();
  await expect(row.locator("p").first()).toHaveText("bücher.example xn--bcher-kva.example");
  // What is set in DNS is in ASCII.
  await expect(row.getByText("_mayfly.xn--bcher-kva.example", { exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "DNS records of bücher.example" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete bücher.example" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Delete Domain" });
  for (const name of ["bücher.example", "xn--bcher-kva.example"]) {
    await expect(confirm).toBeDisabled();
    await dialog.getByRole("textbox").fill(name);
    await expect(confirm).toBeEnabled();
    if (name.startsWith("b")) await dialog.getByRole("textbox").clear();
  }
  await confirm.click();
  await expect(rows(page)).toHaveCount(3);
});

test("offers internationalised domains in both forms for an address (Y11)", async ({ page, enter }) => {
  await stub(page, email.get_company_domains, says(["xn--bcher-kva.example", "mayfly.test"]));
  await enter("/dashboard/emails");
  await page.getByRole("main").getByRole("button", { name: "Create Email" }).click();
  const choice = page.getByRole("dialog").getByLabel("Domain");
  await expect(choice.getByRole("option")).toHaveText([
    "Select a domain",
    "bücher.example (xn--bcher-kva.example)",
    "mayfly.test",
  ]);
  await choice.selectOption({ label: "bücher.example (xn--bcher-kva.example)" });
  await expect(choice).toHaveValue("xn--bcher-kva.example");
});

test("does not add blank names (E10, P146)", async ({ page, enter }) => {
  await enter("/dashboard/domains");
  const asked = await stub(page, add_domain, says(null));
  await expect(addButton(page)).toBeDisabled();
  await input(page).fill("   ");
  await expect(addButton(page)).toBeDisabled();
  await input(page).press("Enter");
  const refreshed = page.waitForResponse((response) => response.url().includes(list_domains.path));
  await page.getByRole("button", { name: "Refresh" }).click();
  await refreshed;
  await nothingAsked(page, asked);
});

test("shows the plan's limit, and refuses a domain beyond it or without the feature, with no call (E02, E11, E12, E25)", async ({
  page,
  enter,
}) => {
  await stubDomains(page, { limit: 3 }, 1);
  await enter("/dashboard/domains");
  await expect(page.getByText("1/3", { exact: true })).toBeVisible();

  await stubDomains(page, { unlimited: 1, limit: 0 }, 4);
  await page.reload();
  await expect(page.getByText("4/∞", { exact: true })).toBeVisible();

  const asked = await stub(page, add_domain, says(null));
  await stubDomains(page, { limit: 3 }, 3);
  await page.reload();
  // The page itself refuses once it knows the plan.
  await expect(page.getByText("3/3", { exact: true })).toBeVisible();
  await input(page).fill("a.example");
  await addButton(page).click();
  const full = "Domain limit reached (3 domains). Please upgrade your plan to add more domains.";
  await expect(page.getByRole("main").getByText(full)).toBeVisible();
  await expect(input(page)).toHaveAttribute("aria-invalid", "true");
  await expect(input(page)).toHaveAccessibleDescription(full);
  // The refusal goes once there is room.
  await stubDomains(page, { limit: 3 }, 2);
  await stub(page, remove_domain, says({ success: true }));
  await stubList(page, [some(1)]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Delete d1.example" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("d1.example");
  await page.getByRole("dialog").getByRole("button", { name: "Delete Domain" }).click();
  await expect(page.getByText("2/3", { exact: true })).toBeVisible();
  await expect(page.getByText(full)).toHaveCount(0);
  await expect(input(page)).not.toHaveAttribute("aria-invalid");

  await stubDomains(page, { available: 0 }, 0);
  await page.reload();
  await expect(page.getByRole("main").getByText(planRefusals.domain.unavailable)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await input(page).fill("a.example");
  await addButton(page).click();
  // Said once, above the list.
  await expect(page.getByText(planRefusals.domain.unavailable)).toHaveCount(1);
  await nothingAsked(page, asked);
});

test("shows the server's text of a failure, or the page's own if there is none (E19 to E21, P79)", async ({
  page,
  enter,
}) => {
  await stubList(page, [some(1)]);
  await enter("/dashboard/domains");
  const add = async () => {
    await input(page).fill("a.example");
    await addButton(page).click();
  };
  const verify = () => page.getByRole("button", { name: "Verify d1.example" }).click();
  const remove = async () => {
    const dialog = page.getByRole("dialog");
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Delete d1.example" }).click();
    await dialog.getByRole("textbox").fill("d1.example");
    await dialog.getByRole("button", { name: "Delete Domain" }).click();
  };
  const calls = [
    [add_domain, add, "Failed to add domain"],
    [verify_domain, verify, "Failed to verify domain"],
    [remove_domain, remove, "Failed to remove domain"],
  ] as const;
  for (const [contract, act, fallback] of calls) {
    await stub(page, contract, { status: 500, body: "<h1>Bad gateway</h1>" });
    await act();
    await expect(toast(page, fallback)).toBeVisible();
    await expect(page.getByText(fallback)).toHaveCount(1);
    await stub(page, contract, refuses(417, `No to ${contract.path}`));
    await act();
    // Adding says it beside the field.
    const place = contract === add_domain ? page.getByRole("main") : toast(page, `No to ${contract.path}`);
    await expect(place.getByText(`No to ${contract.path}`)).toBeVisible();
    await expect(page.getByText(`No to ${contract.path}`)).toHaveCount(1);
  }
  await stub(page, remove_domain, refuses(404, "It is gone"));
  await remove();
  await expect(toast(page, "It is gone")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("offers to load the list again when it has failed", async ({ page, enter }) => {
  await stub(page, list_domains, fails);
  await enter("/dashboard/domains");
  await expect(page.getByText(domainScreenTexts.loadFailed)).toBeVisible();
  await page.unroute(callsOf(list_domains));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rows(page)).toHaveCount(3);
});

test("shows Members the domains and their records, without actions (P54)", async ({ page, enter }) => {
  await stubList(page, [some(1), some(2, { is_verified: 1, mx_found: 1 })]);
  await asMember(page);
  await enter("/dashboard/domains");
  await expect(rows(page)).toHaveCount(2);
  await expect(input(page)).toHaveCount(0);
  await expect(page.getByText(memberTexts.companyReadOnly)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Verify|Delete|Default)/ })).toHaveCount(0);
  await page.getByRole("button", { name: "DNS records of d1.example" }).click();
  await expect(page.getByText("Not checked yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check records" })).toHaveCount(0);
});

test("fits a phone, even with a long domain name and long records", async ({ page, enter }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `${"a-very-long-label-for-a-donaudampfschifffahrtsgesellschaft.".repeat(4)}example`;
  const records: Domain["records"] = [
    {
      type: "TXT",
      name: `_mayfly.${name}`,
      value: "mayfly-verification=0",
      priority: null,
      status: "missing",
      seen: ["x".repeat(200)],
    },
    { type: "MX", name, value: "mx.mayfly.test", priority: 10, status: "missing", seen: ["10 mx.example"] },
  ];
  await stubList(page, [some(1, { name, domain_name: name, records, checked: "2026-03-04T12:00:00.000Z" })]);
  await enter("/dashboard/domains");
  await page.getByRole("button", { name: `DNS records of ${name}` }).click();
  await expect(page.getByText("Found instead:").first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("passes axe's checks with records, a refusal and the confirmation", async ({ page, enter }) => {
  const records: Domain["records"] = [
    { type: "TXT", name: "_mayfly.d1.example", value: "v", priority: null, status: "missing", seen: ["other"] },
    { type: "MX", name: "d1.example", value: "mx.mayfly.test", priority: 10, status: "unanswered", seen: [] },
  ];
  const late = { failing_since: "2026-03-04T12:00:00.000Z", unverified_on: "2026-03-11T12:00:00.000Z" };
  await stubList(page, [
    some(1, { records, checked: "2026-03-04T12:00:00.000Z" }),
    some(2, { is_verified: 1, ...late }),
    some(3, { is_verified: 1, is_default: 1 }),
  ]);
  const proof = { name: "_mayfly.a.example", value: "mayfly-verification=0" };
  await stub(page, add_domain, refuses(409, domainTexts.claimed("a.example", proof)));
  await enter("/dashboard/domains");
  await page.getByRole("button", { name: "DNS records of d1.example" }).click();
  await input(page).fill("a.example");
  await addButton(page).click();
  await expect(page.getByRole("main").getByText(domainTexts.claimed("a.example", proof))).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete d1.example" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await faults(page)).toEqual([]);
});
