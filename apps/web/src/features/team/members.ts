import { team } from "@mayfly/contracts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../data/api.ts";

/** A page of the user's colleagues. The server counts the user too, but does not list them (P58). */
export const membersQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ["team-members", page, size],
    async queryFn() {
      const { team_members, count } = await call(team.get_team_members, {
        start: (page - 1) * size,
        limit: size,
      });
      return { members: team_members, count: Math.max(0, count - 1) };
    },
    placeholderData: keepPreviousData,
  });
