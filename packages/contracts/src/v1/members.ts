import * as z from "zod/mini";
import { described, formerName } from "../described.ts";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";
import { Page, paged } from "./list.ts";
import { name } from "./named.ts";

/** A member of the company. */
export const MemberResource = name(
  "Member",
  z.object({
    id: described("The member's id: the login, an email address.", z.string()),
    name: formerName(),
    full_name: described("The member's full name.", z.string()),
    role: described("Administrators manage the company and see all its mail.", Role),
    is_active: described("Whether the member can log in.", z.boolean()),
    creation: described("When the member joined.", instant),
  }),
  {
    id: "ada@lakeside.example",
    name: "ada@lakeside.example",
    full_name: "Ada Bergström",
    role: "Administrator",
    is_active: true,
    creation: "2026-11-01T08:00:00.000Z",
  },
);
export type MemberResource = z.infer<typeof MemberResource>;

export const members = {
  list: rest.get("/api/v1/members", {
    summary: "List members",
    description: "Newest first.",
    scope: "team:read",
    input: z.strictObject(paged),
    output: Page("MemberPage", MemberResource),
  }),
};
