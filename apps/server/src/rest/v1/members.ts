import { resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { answerWith, askedBy } from "../../documents/cursor.ts";
import { newestMembers } from "../../features/team/lists.ts";

const { members } = resources;

export const list = handler(members.list, async (context, input) => {
  const list = { of: "members" };
  const page = await newestMembers(context, askedBy(context, list, input));
  return answerWith(context, list, page, ({ name, full_name, role, is_active, creation }) => ({
    ...{ id: name, name, full_name, role, is_active },
    creation: creation.toISOString(),
  }));
});
