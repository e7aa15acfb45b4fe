import type { Page, Route } from "@playwright/test";
import {
  type Contract,
  type CountedFeature,
  type FeatureName,
  type PlanFeature,
  plan,
} from "../packages/contracts/src/index.ts";

type Answer = NonNullable<Parameters<Route["fulfill"]>[0]> | "no connection";

/** Answers a call in the server's place. What was asked is added to the list that it returns. */
export async function stub(page: Page, { path }: Pick<Contract, "path">, answer: Answer): Promise<string[]> {
  const asked: string[] = [];
  // Over what answered before, which stays: between taking that off and this a call could get through to the server.
  await page.route(`**${path}`, (route) => {
    asked.push(route.request().postData() ?? "");
    return answer === "no connection" ? route.abort() : route.fulfill(answer);
  });
  return asked;
}

/** From now on an inbox's page comes as it does when nothing could be drawn in it: the screen asks for everything itself. */
export const undrawn = (page: Page) =>
  page.route(/\/inbox(\?|$)/, (route) => route.continue({ url: new URL("/login", route.request().url()).href }));

export const says = (message: unknown): Answer => ({ json: { message } });

/** As the framework says no (requirement P118). */
export const refuses = (status: number, text: string): Answer => ({
  status,
  json: { _server_messages: JSON.stringify([JSON.stringify({ message: text })]) },
});

const features: FeatureName[] = ["domain", "webhook", "team", "email", "public_email", "email_expiry"];

/** A plan with everything and without limits, but for what is given, and how much of it is used. */
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
