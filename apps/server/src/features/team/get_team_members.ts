import { team } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { asTeamMember } from "./team.ts";

export const get_team_members = handler(team.get_team_members, async ({ db, member }, { start, limit }) => {
  const [rows, count] = await Promise.all([
    db.member.findMany({
      where: { name: { not: member.name } },
      orderBy: [{ creation: "desc" }, { name: "desc" }],
      skip: start,
      take: limit,
    }),
    db.member.count(),
  ]);
  return { team_members: rows.map(asTeamMember), count };
});
