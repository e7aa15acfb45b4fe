import { contracts, type Email, limits } from "@mayfly/contracts";
import type { Page } from "@playwright/test";
import { lists, says, stub } from "./stub.ts";

// Shared by the tests of the emails page: its rows, and a stub that answers with the addresses that they want.

export const cards = (page: Page) => page.getByRole("list", { name: "Emails" }).getByRole("listitem");
export const day = 86_400_000;

export const row = (name: string, over: Partial<Email> = {}): Partial<Email> => ({
  email_name: `${name}@mayfly.test`,
  reason: "",
  expiry: null,
  is_active: 1,
  visibility: "Private",
  creation: new Date().toISOString(),
  owner: "ada@lakeside.example",
  ...over,
});

/** Answers the list and the count of addresses with these; returns what the page requests. */
export async function stubEmails(page: Page, emails: Partial<Email>[]) {
  const asked: { list: URL[]; count: Record<string, string>[] } = { list: [], count: [] };
  const matching = (filters: string | null | undefined) => {
    const [[, , like] = []] = JSON.parse(filters || "[]") as string[][];
    return emails.filter(({ email_name }) => email_name?.includes((like ?? "").replaceAll("%", "")));
  };
  await stub(page, contracts.resource.list, (route) => {
    const url = new URL(route.request().url());
    asked.list.push(url);
    const start = Number(url.searchParams.get("limit_start"));
    const end = start + Number(url.searchParams.get("limit_page_length"));
    return route.fulfill(lists(matching(url.searchParams.get("filters")).slice(start, end)));
  });
  await stub(page, contracts.reportview.get_count, (route) => {
    const body = route.request().postDataJSON() as Record<string, string>;
    asked.count.push(body);
    const { filters } = body as { filters?: unknown };
    const { length } = matching(filters === undefined ? null : JSON.stringify(filters));
    return route.fulfill(says(Math.min(limits.count, length)));
  });
  return asked;
}

export async function openDialog(page: Page) {
  await page.getByRole("main").getByRole("button", { name: "Create Email" }).click();
  return page.getByRole("dialog", { name: "Create Email" });
}
