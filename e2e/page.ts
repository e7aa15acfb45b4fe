import { contracts, firstViewId } from "@mayfly/contracts";
import type { RootDatabase } from "@mayfly/server/database/database";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import type { Browser, BrowserContext, Locator, Page, PageScreenshotOptions, Request } from "@playwright/test";
import { expect, test as served } from "./server.ts";

export { expect };

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses a button by the keyboard, which works while a toast still covers it. */
export async function press(button: Locator) {
  await expect(button).toBeEnabled();
  await button.press("Enter");
}

/**
 * Waits until a form that refuses has focused its first wrong field, at once and again in its next turn. What is typed
 * into another field in between would go there: only a test is that fast.
 */
export const settled = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));

/** Goes to a page of the dashboard by the navigation, without a reload; until it has loaded, the previous one stays. */
export async function visit(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

export const colleague = "max@lakeside.example";
export const inboxOf = (address: string) => `/inbox?email=${encodeURIComponent(address)}`;
export const rowsOf = (page: Page) => page.getByRole("list", { name: "Messages" }).getByRole("listitem");
export const scrollerOf = (page: Page) => page.getByRole("region", { name: "List" }).locator("div:has(> ul)");

/** Scrolls the list of messages to another place, and waits until it knows: what comes before that counts as in sight. */
export const scrollList = (page: Page, top: number) =>
  scrollerOf(page).evaluate(
    (box, to) =>
      new Promise<void>((known) => {
        box.addEventListener("scroll", () => requestAnimationFrame(() => known()), { once: true });
        box.scrollTo(0, to);
      }),
    top,
  );
export const unread = (row: Locator) => row.getByText("Unread", { exact: true });
export const toastsOf = (page: Page) => page.getByRole("region", { name: /notification/i }).getByRole("listitem");

// Not by its role: while a dialog is open, screen readers find only the dialog, and the toast is announced.
export const toast = (page: Page, text: string) => page.locator("li").filter({ hasText: text });

/** Stops the page's clock a little ahead, by less than the live connection tolerates without a sign of life. */
export const stopClock = (page: Page, ahead = 5_000) =>
  // The clock cannot go back: on a busy machine it may already be past that time when the call arrives.
  expect(() => page.clock.pauseAt(Date.now() + ahead)).toPass();

/** Polls what `read` returns while the page's time goes on in steps of so many milliseconds. */
export const pollRunning = <Read>(page: Page, step: number, read: () => Read) =>
  expect.poll(
    async () => {
      await page.clock.runFor(step);
      return await read();
    },
    { intervals: [50] },
  );

/** Stores an entry of the dashboard's activity. */
export async function storeActivity(rootDb: RootDatabase, login: string) {
  const { company } = await rootDb.member.findUniqueOrThrow({ where: { name: login } });
  // What it says would end the page's data, and run, if it were not escaped there.
  const email_content = "It happened. </script><script>document.title = 'x'</script>";
  const texts = { subject: "Activity", email_content, type: "Alert" };
  const about = { document_type: "Email", document_name: "demo@mayfly.test" };
  await rootDb.notificationLog.create({ data: { company, for_user: login, ...texts, ...about } });
}

/** The same user in a browser that runs no scripts. */
export const withoutScripts = async (browser: Browser, context: BrowserContext, baseURL: string) =>
  browser.newContext({ javaScriptEnabled: false, baseURL, storageState: await context.storageState() });

/** Takes a picture of a page. Tries again, because Chromium sometimes cannot take one. */
export async function screenshot(page: Page, options?: PageScreenshotOptions): Promise<Buffer> {
  let taken: Buffer = Buffer.alloc(0);
  await expect(async () => {
    taken = await page.screenshot(options);
  }).toPass();
  return taken;
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Presses a control, and returns what that copies. */
export async function copied(control: Locator): Promise<string> {
  const page = control.page();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await control.click();
  await expect.poll(() => clipboard(page), { intervals: [50] }).not.toBe("");
  return clipboard(page);
}

/** A message as bytes; `headers` are whole lines. */
export const mail = (subject: string, body = "Body", headers: string[] = []) =>
  ["From: Zoë <zoe@elsewhere.example>", `Subject: ${subject}`, ...headers, "", body, ""].join("\r\n");
export const html = (subject: string, body: string) =>
  mail(subject, body, ["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8"]);

/** Collects the form of each page that is requested from now on. Each request has the framework's headers (K45). */
export function pagesAsked(page: Page) {
  const asked: URLSearchParams[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith(contracts.reportview.get.path)) return;
    const headers = { "x-frappe-doctype": "Customer Inbox", "x-requested-with": "XMLHttpRequest" };
    expect(request.headers()).toMatchObject(headers);
    asked.push(new URLSearchParams(request.postData() ?? ""));
  });
  return asked;
}

interface Fixtures {
  /** An empty address for this test alone. */
  address: string;
  /** Delivers messages one after the other over one connection. */
  deliver: (to: string, ...messages: (string | Buffer)[]) => Promise<void>;
  /** Opens an inbox, and waits until it is loaded and hears of new mail. */
  openInbox: (address: string, login?: string) => Promise<void>;
  /** Allows a line of the console that this test causes. Any other error fails the test. */
  allow: (line: RegExp) => void;
}

let made = 0;

// The sandbox of a message's frame blocks Playwright's own scripts as well.
const tools = /^Blocked script execution in 'about:srcdoc(?:#[^']*)?'/;

/** @returns tells whether a call was under way while its session was ended by a logout: the server may refuse it */
function watchLogouts(page: Page): (url: string) => boolean {
  const underWay = new Set<string>();
  const left = new Set<string>();
  let logouts = 0;
  const isLogout = (request: Request) => request.url().endsWith(contracts.session.logout.path);
  page.on("request", (request) => {
    underWay.add(request.url());
    if (request.url().endsWith(contracts.session.login.path)) left.clear();
    if (isLogout(request)) {
      logouts += 1;
      for (const url of underWay) left.add(url);
    } else if (logouts > 0) left.add(request.url());
  });
  const end = (request: Request) => {
    underWay.delete(request.url());
    if (isLogout(request)) logouts -= 1;
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return (url) => left.has(url);
}

export const test = served.extend<Fixtures>({
  address: async ({ mayfly, rootDb }, use) => {
    const { company } = await rootDb.member.findUniqueOrThrow({ where: { name: mayfly.login } });
    made += 1;
    const email_name = `test-${made}@mayfly.test`;
    const domain_name = "mayfly.test";
    await rootDb.email.create({
      // Older than the demo's addresses, which stay the latest.
      data: { email_name, domain_name, company, owner: mayfly.login, visibility: "Public", creation: new Date(0) },
    });
    await use(email_name);
  },
  deliver: ({ mayfly }, use) =>
    use(async (to, ...messages) => {
      await using client = await SmtpClient.open(mayfly.smtpPort);
      for (const message of messages) expect(await client.send(to, message)).toMatch(/^250 /);
    }),
  openInbox: ({ page, enter }, use) =>
    use(async (address, login) => {
      let loads = 0;
      page.on("requestfinished", (request) => {
        if (request.url().endsWith(contracts.reportview.get.path)) loads += 1;
      });
      const document = page.waitForResponse((response) => response.request().isNavigationRequest());
      await enter(inboxOf(address), login);
      // The first page of mail comes with a drawn page, or is requested. The live connection has it requested again.
      const drawn = (await (await document).text()).includes(firstViewId);
      await expect.poll(() => loads, { intervals: [20] }).toBeGreaterThanOrEqual(drawn ? 1 : 2);
      // The wall hides the screen until the plan is known as well.
      await expect(page.getByRole("banner")).toBeVisible();
    }),
  allow: [
    async ({ page }, use) => {
      const allowed = [tools];
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      const isRefusedByLogout = watchLogouts(page);
      page.on("console", (line) => {
        const { url } = line.location();
        if (line.type() !== "error" || (line.text().includes("401") && isRefusedByLogout(url))) return;
        errors.push(`${line.text()} (${url})`);
      });
      await use((line) => {
        allowed.push(line);
      });
      expect(errors.filter((error) => !allowed.some((line) => line.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});
