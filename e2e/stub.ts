import type { Page, Route } from "@playwright/test";
import type { Contract } from "../packages/contracts/src/index.ts";

type Answer = NonNullable<Parameters<Route["fulfill"]>[0]> | "no connection";

/** Answers a call in the server's place. What was asked is added to the list that it returns. */
export async function stub(page: Page, { path }: Pick<Contract, "path">, answer: Answer): Promise<string[]> {
  const asked: string[] = [];
  await page.unroute(`**${path}`);
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
