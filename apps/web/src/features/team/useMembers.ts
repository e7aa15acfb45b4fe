import { limits, type TeamMember, team } from "@mayfly/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../api.ts";

export interface Members {
  members: TeamMember[];
  /** How many there are on all pages. */
  count: number;
}

/** A page of the colleagues. The call counts the caller too, who is not listed (P58). */
export function useMembers(page: number) {
  return useQuery({
    queryKey: ["team-members", page],
    async queryFn(): Promise<Members> {
      const { team_members, count } = await call(team.get_team_members, {
        start: (page - 1) * limits.pageSize,
        limit: limits.pageSize,
      });
      return { members: team_members, count: Math.max(0, count - 1) };
    },
    placeholderData: keepPreviousData,
  });
}
