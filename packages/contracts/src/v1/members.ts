import * as z from "zod/mini";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { restCall } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** A member of the company. */
export const MemberResource = z.object({
  /** The login, an email address. */
  name: z.string(),
  full_name: z.string(),
  role: Role,
  is_active: z.boolean(),
  creation: instant,
});
export type MemberResource = z.infer<typeof MemberResource>;

export const members = {
  /** The newest first. */
  list: restCall("GET", "/api/v1/members", {
    summary: "List members",
    scope: "team:read",
    input: z.strictObject(paged),
    output: Page(MemberResource),
  }),
};
