import * as z from "zod/mini";
import { described } from "../described.ts";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** A member of the company. */
export const MemberResource = z.object({
  name: described("The member's login, an email address.", z.string()),
  full_name: described("The member's full name.", z.string()),
  role: described("Administrators manage the company and see all its mail.", Role),
  is_active: described("Whether the member can log in.", z.boolean()),
  creation: described("When the member joined.", instant),
});
export type MemberResource = z.infer<typeof MemberResource>;

export const members = {
  list: rest.get("/api/v1/members", {
    summary: "List members",
    description: "Newest first.",
    scope: "team:read",
    input: z.strictObject(paged),
    output: Page(MemberResource),
  }),
};
