import { team } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { newestFirst } from "../../documents/cursor.ts";
import { isDeep, readerOf } from "../../documents/slow_queries.ts";
import { asInvited, asTeamMember } from "./team.ts";

/** Members and invited persons together, newest first. */
export const get_team_members = handler(team.get_team_members, async (context, { start, limit }) => {
  const { db, member } = await readerOf(context, isDeep(start));
  const others = { name: { not: member.name } };
  // As many as a page may need of each kind, since all of the page may be of one.
  const page = { take: start + limit };
  const [members, invitations, memberCount, invitationCount] = await Promise.all([
    db.member.findMany({ where: others, orderBy: newestFirst("creation", "name"), ...page }),
    db.invitation.findMany({ orderBy: newestFirst("creation", "email"), ...page }),
    db.member.count(),
    db.invitation.count(),
  ]);
  const rows = [...members.map(asTeamMember), ...invitations.map(asInvited)];
  rows.sort((a, b) => compare(b.creation ?? "", a.creation ?? "") || compare(b.name, a.name));
  return { team_members: rows.slice(start, start + limit), count: memberCount + invitationCount };
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
