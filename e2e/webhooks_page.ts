import { type Contract, type Webhook, webhook } from "@mayfly/contracts";
import type { Page } from "@playwright/test";
import { test as base } from "./server.ts";

// Shared by the tests of the webhooks page: its rows, and webhooks that really exist.

export const place = "/dashboard/webhooks";
export const elsewhere = "https://hooks.example.com/mayfly";

/** Makes a call in the page's session. */
export async function call(page: Page, { verb, path }: Contract, input: Record<string, unknown> = {}) {
  const given = verb === "GET" ? { params: input as Record<string, string> } : { data: input };
  const response = await page.request.fetch(path, { method: verb, ...given });
  return (await response.json()).message;
}

export async function create(page: Page, given: object = {}): Promise<Webhook> {
  const made = { url: elsewhere, event: "email.received", ...given };
  const { success: _, message: __, ...hook } = await call(page, webhook.create_webhook, made);
  return hook;
}

/** Each test begins with a session, and without webhooks. */
export const test = base.extend({
  page: async ({ page, startSession }, use) => {
    await startSession();
    const { webhooks } = await call(page, webhook.get_all_webhooks, { limit: 100 });
    for (const { name } of webhooks) await call(page, webhook.delete_webhook, { webhook_name: name });
    await use(page);
  },
});

export const rows = (page: Page) => page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
