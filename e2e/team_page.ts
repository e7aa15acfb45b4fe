import type { Page } from "@playwright/test";
import { type PlanFeature, type TeamMember, team } from "../packages/contracts/src/index.ts";
import { says, stub, stubPlan } from "./stub.ts";

// What tests of the team page share: its rows, and a server that has those that they want.

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

/** A server with these colleagues, as far as the list goes; the answer is what it was asked. */
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

/** A plan for three members, unless it is otherwise, and how many there are. */
export const stubTeamPlan = (page: Page, feature: Partial<PlanFeature>, used: number) =>
  stubPlan(page, { team: { unlimited: 0, limit: 3, ...feature } }, { team: used });
