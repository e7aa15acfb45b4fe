import {
  type Contract,
  type CountedFeature,
  type FeatureName,
  type PlanFeature,
  plan,
  profile,
} from "@mayfly/contracts";
import { expect, type Page, type Route } from "@playwright/test";

type Called = Pick<Contract, "path">;
type Said = NonNullable<Parameters<Route["fulfill"]>[0]>;
export type Answer = Said | "no connection" | "no answer" | ((route: Route) => unknown);

/** Matches the URLs of a call; a `:word` of its path matches any segment. */
export const callsOf = ({ path }: Called) =>
  new RegExp(`${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}(?:\\?|$)`);

const comesUndrawn = (page: Page, screen: RegExp) =>
  page.route(screen, (route) => route.continue({ url: new URL("/login", route.request().url()).href }));

/** From now on an inbox's page comes with nothing drawn in it, so that the screen requests everything itself. */
export const undrawn = (page: Page) => comesUndrawn(page, /\/inbox(\?|$)/);

const intercepted = new WeakSet<Page>();

/**
 * While Playwright starts or stops intercepting a page's requests, it misses requests that are under way. So it starts
 * before there is a page, or is waited for, and never stops. The dashboard asks for everything itself from then on.
 */
async function intercept(page: Page) {
  if (intercepted.has(page)) return;
  intercepted.add(page);
  await page.route("**/intercepted", (route) => route.fulfill({ body: "yes" }));
  await comesUndrawn(page, /\/dashboard(\?|$)/);
  if (page.url() === "about:blank") return;
  const ask = () => page.evaluate(async () => (await fetch("/intercepted")).text()).catch(() => "");
  await expect.poll(ask).toBe("yes");
}

/** Answers a call in the server's place. Returns a list to which the body of each request is added. */
export async function stub(
  page: Page,
  contract: Called,
  answer: Answer,
  options?: { times: number },
): Promise<string[]> {
  const asked: string[] = [];
  // Added over the previous handler, which stays: if that were removed first, a call could get through to the server.
  const respond = (route: Route) => {
    asked.push(route.request().postData() ?? "");
    if (answer === "no answer") return;
    if (answer === "no connection") return route.abort();
    return typeof answer === "function" ? answer(route) : route.fulfill(answer);
  };
  await intercept(page);
  await page.route(callsOf(contract), respond, options);
  return asked;
}

/** Stops the page's clock, and gives the server's later answers the same time. */
export async function stopTime(page: Page, time: Date | number) {
  await page.clock.setFixedTime(time);
  await intercept(page);
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } });
  });
}

/** Holds a call back. @returns a function that lets it go on, to the server or to a stub */
export async function hold(page: Page, contract: Called): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await intercept(page);
  await page.route(callsOf(contract), async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Holds the server's answer back, so that it is older than what comes meanwhile. @returns lets it go on */
export async function holdAnswer(page: Page, contract: Called): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await stub(page, contract, async (route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  return resolve;
}

/** Waits until every request that the page has made so far is known here. */
export const allAsked = (page: Page) => page.evaluate(async () => void (await fetch("/healthz")));

/** Expects that the page has made no request of the kind that is noted down. */
export async function nothingAsked(page: Page, noted: Iterable<unknown>) {
  await allAsked(page);
  expect([...noted]).toEqual([]);
}

/** The fields of a form that was sent. */
export const posted = (route: Route) => Object.fromEntries(new URLSearchParams(route.request().postData() ?? ""));

export const says = (message: unknown): Said => ({ json: { message } });
/** Rows, as the list of a document type comes. */
export const lists = (data: unknown[]): Said => ({ json: { data } });
export const fails: Said = { status: 500, body: "" };

/** A refusal in the framework's format (requirement P118). */
export const refuses = (status: number, text: string): Said => ({
  status,
  json: { _server_messages: JSON.stringify([JSON.stringify({ message: text })]) },
});

/** The server's own answer, changed. */
export const changed =
  <Payload>(change: (own: Payload) => unknown) =>
  async (route: Route) => {
    const response = await route.fetch();
    const { message } = (await response.json()) as { message: Payload };
    await route.fulfill({ response, ...says(change(message)) });
  };

/** Stubs the profile with the role Member, and leaves the rest. */
export const asMember = (page: Page) =>
  stub(
    page,
    profile.get_profile,
    changed<object>((own) => ({ ...own, role: "Member" })),
  );

/** Pages name whom companies write to about their plan, as with the setting CONTACT_EMAIL. */
export const withContact = (page: Page, address: string) =>
  page.route(/\/(?:dashboard|homepage)(?:[/?]|$)/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace('<meta name="contact-email" content=""', `<meta name="contact-email" content="${address}"`),
    });
  });

const features: FeatureName[] = ["domain", "webhook", "team", "email", "public_email", "email_expiry"];

/** Stubs a plan with all features and no limits, except what is given, and how much of it is used. */
export async function stubPlan(
  page: Page,
  given: Partial<Record<FeatureName, Partial<PlanFeature>>>,
  used: Partial<Record<CountedFeature, number>>,
) {
  const all = { available: 1, unlimited: 1, limit: 0, label: "", description: "" };
  const rows = features.map((feature) => ({ feature, ...all, ...given[feature] }));
  const named = { plan: "Starter", price: 0, non_expiry_plan: 1, company: "", expiry_date: "" };
  await stub(page, plan.get_company_plan, says({ ...named, features: rows }));
  await stub(page, plan.get_stats, says({ domain: 0, webhook: 0, team: 1, email: 0, expiry_date: "", ...used }));
}
