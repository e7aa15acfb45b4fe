import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { PlanStats, plan } from "./plan.ts";
import { reportview, resource } from "./platform.ts";
import { Profile } from "./profile.ts";
import { stats } from "./stats.ts";
import { instant } from "./values.ts";

/** A list of the dashboard's first page, as a request to resource.list. */
const newest = (doctype: string, length: number) =>
  ({ doctype, fields: ["*"], order_by: "creation desc", limit_page_length: length }) as const;
export const recentEmails = newest("Email", limits.recentEmails);
export const recentNotifications = newest("Notification Log", limits.recentNotifications);
const rows = resource.list.output.shape.data;

/** The data in a page of the app: the answers to the screen's first calls, so that it can render without these. */
export const FirstView = z.object({
  /** The server's time. */
  now: instant,
  profile: Profile,
  stats: PlanStats,
  inbox: z.optional(
    z.object({
      /** The address whose inbox it is; without one it is everything that the member may read. */
      address: z.optional(z.string()),
      /** The newest messages. */
      page: reportview.get.output,
    }),
  ),
  /** The dashboard's first page. */
  dashboard: z.optional(
    z.object({
      plan: plan.get_company_plan.output,
      status: stats.get_dashboard_status.output,
      emails: rows,
      notifications: rows,
    }),
  ),
});
export type FirstView = z.infer<typeof FirstView>;

/** The id of the element that holds it, as JSON. */
export const firstViewId = "first-view";
