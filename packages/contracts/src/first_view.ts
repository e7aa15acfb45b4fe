import * as z from "zod/mini";
import { PlanStats } from "./plan.ts";
import { reportview } from "./platform.ts";
import { Profile } from "./profile.ts";
import { instant } from "./values.ts";

/** The data in the page of an inbox: the answers to the screen's first calls, so that it can render without these. */
export const FirstView = z.object({
  /** The address whose inbox it is; without one it is everything that the member may read. */
  address: z.optional(z.string()),
  /** The server's time. */
  now: instant,
  profile: Profile,
  stats: PlanStats,
  /** The newest messages. */
  page: reportview.get.output,
});
export type FirstView = z.infer<typeof FirstView>;

/** The id of the element that holds it, as JSON. */
export const firstViewId = "first-view";
