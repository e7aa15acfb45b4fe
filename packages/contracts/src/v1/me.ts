import * as z from "zod/mini";
import { Role } from "../session.ts";
import { restCall } from "../wire.ts";

/** Who calls (row Q07). */
export const Me = z.object({
  member: z.object({ name: z.string(), full_name: z.string(), role: Role }),
  company: z.object({ name: z.string(), company_name: z.string() }),
});

export const me = {
  get: restCall("GET", "/api/v1/me", { access: "Member", input: z.object({}), output: Me }),
};
