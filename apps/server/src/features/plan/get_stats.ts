import { plan } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { usageOf } from "../stats/usage.ts";
import { planOf } from "../subscription/subscription.ts";

export const get_stats = handler(plan.get_stats, async ({ db, member: { company }, clock }) => {
  const [{ expiry_date }, used] = await Promise.all([planOf(db, company), usageOf(db, company, clock())]);
  return { expiry_date, ...used };
});
