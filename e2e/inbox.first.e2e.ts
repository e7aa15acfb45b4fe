import { contracts } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { colleague, expect, html, inboxOf, mail, rowsOf, screenshot, test, withoutScripts } from "./page.ts";
import { allAsked } from "./stub.ts";

test("shows the list without scripts as the app draws it, whatever the mail says (threats 15, 24)", async ({
  browser,
  context,
  page,
  address,
  deliver,
  enter,
  mayfly,
  rootDb,
}) => {
  const hostile = "</script><script>document.title='x'</script><img src=x onerror=\"document.title='x'\">";
  await deliver(address, mail(hostile), html("second", "<b>bold</b> <script>1</script>"), mail("Your code is 481 209"));
  await enter("/healthz");
  await using bare = await withoutScripts(browser, context, mayfly.url);
  const drawn = await bare.newPage();
  // Otherwise the relative times of the mail may have changed by the time the app draws them.
  await rootDb.$executeRaw`
    UPDATE customer_inbox SET creation = creation - interval '3 hours', modified = modified - interval '3 hours'
    WHERE recipients = ${address}`;
  const answer = await drawn.goto(inboxOf(address));
  expect(answer?.headers()).toMatchObject({
    "cache-control": "no-store",
    "content-encoding": expect.stringMatching(/^(br|gzip)$/),
  });
  await expect(rowsOf(drawn)).toHaveCount(3);
  await expect(rowsOf(drawn).last()).toContainText(hostile);
  await expect(drawn.getByText(inboxTexts.count(3), { exact: true })).toBeVisible();
  await expect(drawn.getByText(inboxTexts.nothingSelected)).toBeVisible();
  // Without the addresses beside it, which the app loads.
  const clip = { x: 224, y: 0, width: 1440 - 224, height: 900 };
  const sight = await screenshot(drawn, { clip });

  await page.goto(inboxOf(address));
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.locator("#root[inert]")).toHaveCount(0);
  await expect(page.locator("#first-view")).toHaveCount(0);
  await expect(page).toHaveTitle(/^\(3\)/);
  await expect
    .poll(async () => sight.equals(await screenshot(page, { clip })), "what the app draws is what was there")
    .toBe(true);
});

test("plays the keys that were pressed before its scripts were there", async ({ page, address, deliver, enter }) => {
  await deliver(address, mail("one"), mail("two"), mail("three"));
  await enter("/healthz");
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/**", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(inboxOf(address), { waitUntil: "commit" });
  await expect(rowsOf(page)).toHaveCount(3);
  // Nothing of the app runs yet.
  await expect(page.locator("#root[inert]")).toHaveCount(1);
  for (const key of ["j", "j", "k", "j", "Enter"]) await page.keyboard.press(key);
  release();
  await expect(page.getByRole("heading", { name: "two" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Message" })).toBeFocused();
  // From now on each key counts once.
  await page.keyboard.press("j");
  await expect(rowsOf(page).filter({ hasText: "one" }).getByRole("link")).toBeFocused();
});

test("takes what is typed behind the shortcut of the palette for no shortcuts, before its scripts are there", async ({
  page,
  address,
  deliver,
  enter,
}) => {
  await deliver(address, mail("one"));
  await enter("/healthz");
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/**", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(inboxOf(address), { waitUntil: "commit" });
  await expect(rowsOf(page)).toHaveCount(1);
  await page.keyboard.press("Control+k");
  // Each would do something in the inbox: delete, copy the address, open an unread message, go to its search.
  await page.keyboard.type("j#cu/");
  await expect(page.locator("#root[inert]")).toHaveCount(1);
  release();
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("j#cu/");
  await expect(page).toHaveURL(inboxOf(address));
  await page.keyboard.press("Escape");
  await expect(rowsOf(page)).toHaveCount(1);
});

test("requests the list once, but not the profile and usage that came with the page", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("kept"));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openInbox(address);
  await expect(rowsOf(page)).toHaveCount(1);
  const { profile, plan, reportview } = contracts;
  const times = ({ path }: { path: string }) => asked.filter((each) => each === path).length;
  await allAsked(page);
  expect([profile.get_profile, plan.get_stats, reportview.get].map(times)).toEqual([0, 0, 1]);
});

test("puts no mail into the page for guests, nor mail that the user may not read", async ({
  browser,
  context,
  address,
  deliver,
  startSession,
  mayfly,
}) => {
  await deliver(address, mail("of everybody"));
  const none = await browser.newContext({ baseURL: mayfly.url });
  const shell = await none.request.get(inboxOf(address));
  expect(await shell.text()).not.toContain("of everybody");
  expect(shell.headers()).toMatchObject({ "cache-control": "no-cache" });
  await none.close();

  await deliver("signup-test@mayfly.test", mail("of Ada alone"));
  await startSession(colleague);
  for (const [where, told] of [
    [inboxOf("signup-test@mayfly.test"), false],
    ["/inbox", true],
    [inboxOf(address), true],
  ] as const) {
    const page = await (await context.request.get(where)).text();
    expect(page).toContain('id="first-view"');
    expect(page).not.toContain("of Ada alone");
    // Nor fields that no contract names.
    expect(page).not.toContain("hmac_secret");
    expect(page.includes("of everybody"), where).toBe(told);
  }
});
