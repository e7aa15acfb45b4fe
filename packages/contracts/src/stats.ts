import * as z from "zod/mini";
import { api, get, methods } from "./wire.ts";

const DashboardStatus = z.object({
  total_emails: z.number(),
  active_emails: z.number(),
  team_members: z.number(),
  domains: z.number(),
});

export const stats = methods(`${api}.stats`, {
  /** The company's numbers, for Members as for Administrators (requirement P125). */
  get_dashboard_status: get({ access: "Member", input: z.object({}), output: DashboardStatus }),
});
