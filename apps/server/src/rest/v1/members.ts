import { resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { after, pageOf, readCursor } from "../../documents/cursor.ts";

const { members } = resources;

export const list = handler(members.list, async (context, { limit, cursor }) => {
  const list = { of: "members" };
  const rows = await context.db.member.findMany({
    where: after(readCursor(context, list, cursor), "creation", "name"),
    orderBy: [{ creation: "desc" }, { name: "desc" }],
    take: limit + 1,
  });
  const markOf = ({ creation: at, name: key }: (typeof rows)[number]) => ({ at, key });
  return pageOf(context, rows, { limit, list, markOf }, ({ name, full_name, role, is_active, creation }) => ({
    ...{ name, full_name, role, is_active },
    creation: creation.toISOString(),
  }));
});
