import { type Email, email, emailTexts, limits, plan, planRefusals } from "@mayfly/contracts";
import { searchDebounce } from "@mayfly/web/data/limits";
import { emailScreenTexts } from "@mayfly/web/features/emails/texts";
import { cards, day, openDialog } from "./emails_page.ts";
import { copied, inboxOf, press, stopClock, toastsOf } from "./page.ts";
import { expect, test } from "./server.ts";
import { callsOf, fails, hold, nothingAsked, posted, refuses, says, stub, stubPlan } from "./stub.ts";

const { get_company_domains, is_email_available, get_unique_email_prefix, create_email, toggle_email } = email;

test.describe("creating an address", () => {
  test("offers the server's domains, six expiries and both visibilities, limits the reason, and sends the choices (D06, D34 to D36, D47 to D49, D51, D52, P06, P106)", async ({
    page,
    enter,
  }) => {
    await stub(page, get_company_domains, says(["first.test", "second.test"]));
    const sent: Record<string, string>[] = [];
    await stub(page, is_email_available, (route) => route.fulfill(says(sent.length < 2)));
    await stub(page, create_email, (route) => {
      sent.push(posted(route));
      return route.fulfill(refuses(417, "Not now"));
    });
    await enter("/dashboard/emails");
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

    // The first one is suggested (row Y01).
    await expect(dialog.getByLabel("Domain")).toHaveValue("first.test");
    await dialog.getByLabel("Domain").selectOption("");
    await submit.click();
    await expect(dialog.getByText(emailTexts.domainRequired)).toBeVisible();
    await nothingAsked(page, sent);
    await dialog.getByLabel("Domain").selectOption("second.test");
    await expect(dialog.getByText(emailTexts.domainRequired)).toBeHidden();
    await dialog.getByLabel("Prefix").fill("  ");
    await submit.click();
    await expect(page.getByText("Not now", { exact: true })).toBeVisible();
    await dialog.getByLabel("Reason").fill("x".repeat(151));
    await expect(dialog.getByLabel("Reason")).toHaveValue("x".repeat(limits.emailReasonMax));
    await dialog.getByLabel("Reason").press("y");
    await expect(dialog.getByLabel("Reason")).toHaveValue("x".repeat(limits.emailReasonMax));
    // An emoji counts as one character, as on the server.
    await dialog.getByLabel("Reason").fill("🐝".repeat(151));
    await expect(dialog.getByText("150/150")).toBeVisible();
    await expect(dialog.getByLabel("Reason")).toHaveValue("🐝".repeat(limits.emailReasonMax));
    await dialog.getByLabel("Reason").fill("x".repeat(limits.emailReasonMax));
    // In the middle, too, the new characters are refused, and the caret stays.
    await dialog.getByLabel("Reason").press("Home");
    await dialog.getByLabel("Reason").press("Delete");
    await dialog.getByLabel("Reason").pressSequentially("yzz");
    await expect(dialog.getByLabel("Reason")).toHaveValue(`y${"x".repeat(limits.emailReasonMax - 1)}`);
    await dialog.getByLabel("Reason").press("Backspace");
    await dialog.getByLabel("Reason").press("x");
    await expect(dialog.getByLabel("Reason")).toHaveValue("x".repeat(limits.emailReasonMax));
    await dialog.getByLabel("Expiry").selectOption("7 days");
    await dialog.getByLabel("Visibility").selectOption("Public");
    await dialog.getByLabel("Prefix").fill("Some.Prefix");
    await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
    await submit.click();
    // Somebody has taken the name meanwhile (D43).
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
    enter,
  }) => {
    const sent: object[] = [];
    await stub(page, is_email_available, (route) => {
      const { email = "" } = posted(route);
      sent.push({ email });
      return route.fulfill(email.startsWith("broken") ? fails : says(email.startsWith("free")));
    });
    const release = await hold(page, is_email_available);
    const asked: string[] = [];
    page.on("request", (request) => callsOf(is_email_available).test(request.url()) && asked.push(request.url()));
    await page.clock.install();
    await enter("/dashboard/emails");
    const dialog = await openDialog(page);
    const submit = dialog.getByRole("button", { name: "Create Email" });
    const prefix = dialog.getByLabel("Prefix");
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    await stopClock(page);
    for (const keys of ["fr", "ee"]) {
      await prefix.pressSequentially(keys);
      await page.clock.runFor(searchDebounce - 1);
    }
    await expect(dialog.getByText("Checking availability")).toBeVisible();
    await expect(submit).toBeDisabled();
    await nothingAsked(page, asked);
    await page.clock.runFor(1);
    await expect.poll(() => asked.length).toBe(1);
    await page.clock.resume();
    await expect(submit).toBeDisabled();
    release();
    await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
    await expect(submit).toBeEnabled();
    expect(sent).toEqual([{ email: "free@mayfly.test" }]);

    await prefix.fill("taken");
    await expect(dialog.getByText(emailTexts.prefixTaken)).toBeVisible();
    await expect(submit).toBeDisabled();
    await prefix.fill("broken");
    await expect(dialog.getByText(emailScreenTexts.availabilityFailed)).toBeVisible();

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

  test("fills in a random prefix, or says that it cannot (D38, D39)", async ({ page, enter }) => {
    const sent: object[] = [];
    await stub(page, get_unique_email_prefix, (route) => {
      sent.push(posted(route));
      return route.fulfill(sent.length < 3 ? fails : says("calm-river"));
    });
    await stub(page, is_email_available, says(true));
    await enter("/dashboard/emails");
    const dialog = await openDialog(page);
    const random = dialog.getByRole("button", { name: "Random prefix" });
    await dialog.getByLabel("Domain").selectOption("");
    await random.click();
    await expect(dialog.getByText(emailTexts.domainRequired)).toBeVisible();
    await nothingAsked(page, sent);
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
    await expect(random).toBeFocused();
    await expect(dialog.getByText(emailTexts.noRandomPrefix)).toBeHidden();
    expect(sent).toEqual(Array(3).fill({ domain: "mayfly.test" }));
  });

  test("keeps the caret where capital letters are typed, and sends them in lower case", async ({ page, enter }) => {
    await enter("/dashboard/emails");
    const dialog = await openDialog(page);
    const prefix = dialog.getByLabel("Prefix");
    await prefix.fill("team-signup");
    await prefix.press("Home");
    await prefix.pressSequentially("QA-");
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    const made = page.waitForRequest(callsOf(create_email));
    await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Create Email" }).click();
    expect((await made).postData()).toContain("email_prefix=qa-team-signup&");
  });

  test("opens its form offline, and says that the domains cannot be loaded (D60)", async ({ page, enter }) => {
    const requested = page.waitForResponse(
      async (response) => response.url().endsWith(".js") && (await response.text()).includes("Random prefix"),
    );
    await enter("/dashboard/emails");
    const script = (await requested).url();
    // Is fulfilled when the scripts that it imports are there too.
    await page.evaluate((url) => import(url), script);
    await page.context().setOffline(true);
    await expect((await openDialog(page)).getByText(emailScreenTexts.domainsNetwork)).toBeVisible();
  });

  test("says that there are no domains (D58), or that they are refused (D59) or out of reach (D60)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    for (const [answer, text] of [
      [says([]), emailScreenTexts.noDomains],
      [fails, emailScreenTexts.domainsFailed],
      ["no connection", emailScreenTexts.domainsNetwork],
    ] as const) {
      await stub(page, get_company_domains, answer);
      await page.goto("/dashboard/emails");
      await expect((await openDialog(page)).getByText(text)).toBeVisible();
    }
    // Domains that are already known stay.
    const options = page.getByRole("dialog").getByLabel("Domain").getByRole("option");
    for (const answer of [says(["first.test"]), "no connection"] as const) {
      await stub(page, get_company_domains, answer);
      await page.keyboard.press("Escape");
      await openDialog(page);
      await expect(options).toHaveText(["Select a domain", "first.test"]);
      // If there is only one domain, it is chosen already.
      await expect(page.getByRole("dialog").getByLabel("Domain")).toHaveValue("first.test");
    }
    await expect(page.getByText(emailScreenTexts.domainsNetwork)).toBeVisible();
    await expect(options).toHaveText(["Select a domain", "first.test"]);
  });

  test("clears a domain that is not the company's, shows other refusals as toasts, and ends the search on success (D57, D61 to D63, P103)", async ({
    page,
    enter,
  }) => {
    const said = `The ${emailTexts.foreignDomain}.`;
    let answer = refuses(417, said);
    await stub(page, create_email, (route) => route.fulfill(answer));
    await enter("/dashboard/emails");
    const search = page.getByRole("searchbox", { name: "Search emails" });
    await search.fill("demo");
    const dialog = await openDialog(page);
    const domain = dialog.getByLabel("Domain");
    const submit = dialog.getByRole("button", { name: "Create Email" });
    const exception = { message: "Failed", exception: `frappe.exceptions.ValidationError: ${said}` };
    for (answer of [answer, { status: 417, json: exception }]) {
      await domain.selectOption("mayfly.test");
      await expect(dialog.getByText(emailScreenTexts.foreignDomainShown)).toBeHidden();
      await submit.click();
      await expect(dialog.getByText(emailScreenTexts.foreignDomainShown)).toBeVisible();
      await expect(domain).toHaveValue("");
    }
    await domain.selectOption("mayfly.test");
    for (const [text, refusal] of [
      ["Something of the server's", refuses(417, "Something of the server's")],
      ["Something else", says({ success: false, message: "Something else" })],
    ] as const) {
      answer = refusal;
      const looked = page.waitForRequest(callsOf(plan.get_stats));
      await submit.click();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(dialog).toBeVisible();
      // The page fetches the usage again, because others may have taken the room that was left.
      await looked;
    }
    answer = says({ success: true });
    await submit.click();
    await expect(page.getByText(emailTexts.created, { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(search).toHaveValue("");
    // The text of the earlier failure is gone.
    await expect(page.getByText("Something else", { exact: true })).toHaveCount(0);
  });

  test("stops offering a domain that is lost while the form is open, and says so (P77, D61, D62)", async ({
    page,
    enter,
  }) => {
    await stub(page, is_email_available, says(false));
    await stub(page, create_email, refuses(417, emailTexts.foreignDomain));
    await stub(page, get_company_domains, says(["first.test"]));
    await enter("/dashboard/emails");
    const dialog = await openDialog(page);
    const domain = dialog.getByLabel("Domain");
    const options = domain.getByRole("option");
    await expect(domain).toHaveValue("first.test");
    await stub(page, get_company_domains, says(["second.test", "third.test"]));
    await dialog.getByLabel("Prefix").fill("some");
    await expect(domain).toHaveAccessibleDescription(emailScreenTexts.foreignDomainShown);
    await expect(options).toHaveText(["Select a domain", "second.test", "third.test"]);
    await expect(domain).toHaveValue("");
    await expect(dialog.getByText(emailTexts.prefixTaken)).toBeHidden();

    await dialog.getByLabel("Prefix").fill("");
    await domain.selectOption("second.test");
    await expect(dialog.getByText(emailScreenTexts.foreignDomainShown)).toBeHidden();
    await stub(page, get_company_domains, says(["third.test"]));
    await dialog.getByRole("button", { name: "Create Email" }).click();
    await expect(options).toHaveText(["Select a domain", "third.test"]);
    await expect(domain).toHaveAccessibleDescription(emailScreenTexts.foreignDomainShown);
    await expect(domain).toHaveValue("");
  });

  test("sends a double press once, and keeps what is typed into the next form when the answer comes late", async ({
    page,
    enter,
  }) => {
    await stub(page, create_email, says({ success: true }));
    const release = await hold(page, create_email);
    const asked = await stub(page, create_email, (route) => route.fallback());
    await enter("/dashboard/emails");
    const dialog = await openDialog(page);
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    await dialog.getByRole("button", { name: "Create Email" }).evaluate((submit: HTMLButtonElement) => {
      // The second press comes before the first is drawn.
      submit.click();
      submit.click();
    });
    await expect.poll(() => asked).toHaveLength(1);
    await page.keyboard.press("Escape");
    await openDialog(page);
    await dialog.getByLabel("Reason").fill("The next one");
    release();
    await expect(page.getByText(emailTexts.created, { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Reason")).toHaveValue("The next one");
    expect(asked).toHaveLength(1);
  });

  test("disables the expiry and Public if the plan lacks them, and links to an upgrade (D50, D53, J24)", async ({
    page,
    enter,
  }) => {
    await stubPlan(page, { email_expiry: { available: 0 }, public_email: { available: 0 } }, {});
    let sent: Record<string, string> = {};
    await stub(page, create_email, (route) => {
      sent = posted(route);
      return route.fulfill(refuses(417, "Not now"));
    });
    await enter("/dashboard/emails");
    const dialog = await openDialog(page);
    await expect(dialog.getByLabel("Expiry")).toBeDisabled();
    await expect(dialog.getByLabel("Expiry").getByRole("option", { selected: true })).toHaveText("24 hours");
    await expect(dialog.getByLabel("Visibility").getByRole("option", { name: "Public" })).toBeDisabled();
    const upgrade = dialog.getByRole("link", { name: "Upgrade Plan" }).first();
    await expect(upgrade).toHaveAttribute("href", /#pricing$/);
    await expect(upgrade).toHaveAttribute("target", "_blank");
    await dialog.getByLabel("Domain").selectOption("mayfly.test");
    await dialog.getByRole("button", { name: "Create Email" }).click();
    await expect.poll(() => sent).toMatchObject({ visibility: "Private", duration: "" });
  });

  test("is refused on the dashboard's home without a call if the plan lacks it (D54) or is used up (D55)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    const calls = await stub(page, create_email, refuses(417, "Called"));
    for (const [feature, text] of [
      [{ available: 0 }, planRefusals.email.unavailable],
      [{ unlimited: 0, limit: 5 }, planRefusals.email.full(5)],
    ] as const) {
      await stubPlan(page, { email: feature }, { email: 5 });
      await page.goto("/dashboard");
      // The page itself refuses once it knows the plan.
      await expect(page.getByRole("banner").getByText("Starter")).toBeVisible();
      const dialog = await openDialog(page);
      await dialog.getByLabel("Domain").selectOption("mayfly.test");
      await dialog.getByRole("button", { name: "Create Email" }).click();
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await nothingAsked(page, calls);
  });
});

/** From here on the real server answers, without stubs. */
test("creates, finds, deactivates and reactivates an address on the real server (D37, D56, D57, D64, D66, C29, D23, D24)", async ({
  page,
  enter,
}) => {
  await enter("/dashboard/emails");
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

  // Where no list shows the new address, the toast names it.
  const created = toastsOf(page).filter({ hasText: address });
  expect(await copied(created.getByRole("button", { name: "Copy" }))).toBe(address);
  await expect(created.getByRole("link", { name: "Open inbox" })).toHaveAttribute("href", inboxOf(address));
  await created.getByRole("button", { name: "Close" }).click();
  // The form for the next address begins with the same domain.
  await press(page.getByRole("main").getByRole("button", { name: "Create Email" }));
  await expect(dialog.getByLabel("Domain")).toHaveValue("mayfly.test");
  await page.keyboard.press("Escape");

  const card = cards(page).first();
  await expect(card).toContainText(address);
  await expect(card).toContainText("Grüße <b>&amp;</b>");
  await expect(card.getByRole("img", { name: "Public" })).toBeVisible();
  const listed = async () => {
    const filters = encodeURIComponent(JSON.stringify([["email_name", "=", address]]));
    const answer = await page.request.get(`/api/resource/Email?fields=["*"]&filters=${filters}`);
    return ((await answer.json()) as { data: Email[] }).data;
  };
  const data = await listed();
  expect(data).toMatchObject([{ owner: "ada@lakeside.example", reason: "Grüße <b>&amp;</b>", visibility: "Public" }]);
  const life = Date.parse(data[0]?.expiry ?? "") - Date.parse(data[0]?.creation ?? "");
  expect(Math.abs(life - 30 * day)).toBeLessThan(60_000);

  await page.getByRole("searchbox", { name: "Search emails" }).fill(address);
  // A toast under the pointer would stay.
  await page.getByRole("searchbox", { name: "Search emails" }).hover();
  await expect(cards(page)).toHaveCount(1);
  const requests: (string | null)[] = [];
  page.on("request", (request) => request.url().endsWith(toggle_email.path) && requests.push(request.postData()));
  const toggle = card.getByRole("switch");
  const until = async () =>
    new Date((await listed())[0]?.expiry ?? "").toLocaleDateString("en", { dateStyle: "medium" });
  await expect(card).toContainText(await until());
  await toggle.click();
  await expect(card).toContainText("Deactivated");
  await expect(toggle).toBeEnabled();
  await toggle.click();
  await expect(card).toContainText(/\dActive/);
  await expect(card).toContainText(`${await until()}Active`);
  expect(requests.map((body) => Object.fromEntries(new URLSearchParams(body ?? "")))).toEqual([
    { email: address },
    { email: address, action: "activate" },
  ]);
});
