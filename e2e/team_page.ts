import { type PlanFeature, type TeamMember, team } from "@mayfly/contracts";
import type { Page } from "@playwright/test";
import { says, stub, stubPlan } from "./stub.ts";

// Shared by the tests of the team page: its rows, and a stub that answers with the members that they want.

export const rows = (page: Page) => page.getByRole("list", { name: "Team Members" }).getByRole("listitem");

export const person = (index: number, over: Partial<TeamMember> = {}): TeamMember => ({
  name: `m${index}@lakeside.example`,
  full_name: `Member ${index}`,
  email: `m${index}@lakeside.example`,
  role: "Member",
  is_active: 1,
  creation: "2026-03-04T12:00:00.000Z",
  ...over,
});

/** Answers the list of members with these; returns the URLs that the page requests. */
export async function stubTeam(page: Page, members: TeamMember[]) {
  const asked: URL[] = [];
  await stub(page, team.get_team_members, (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const start = Number(url.searchParams.get("start"));
    const team_members = members.slice(start, start + Number(url.searchParams.get("limit")));
    return route.fulfill(says({ team_members, count: members.length + 1 }));
  });
  return asked;
}

/** Stubs a plan for three members, unless `feature` says otherwise, and how many there are. */
export const stubTeamPlan = (page: Page, feature: Partial<PlanFeature>, used: number) =>
  stubPlan(page, { team: { unlimited: 0, limit: 3, ...feature } }, { team: used });
