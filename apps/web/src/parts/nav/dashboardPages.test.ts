import { expect, it } from "vitest";
import { isMemberPage, pages } from "../../data/pages.ts";
import { dashboardPages } from "./dashboardPages.ts";

it("every page of the navigation needs a member, and has an icon (C41)", () => {
  expect(pages.filter((page) => "nav" in page && !isMemberPage(page))).toEqual([]);
  expect(dashboardPages.map(({ label }) => label)).toEqual(
    "Dashboard,Emails,Domains,Webhooks,Integrations,API Access,Team,Settings".split(","),
  );
  for (const { icon } of dashboardPages) expect(icon).toBeDefined();
});
