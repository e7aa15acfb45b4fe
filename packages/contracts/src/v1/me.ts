import * as z from "zod/mini";
import { described } from "../described.ts";
import { CompanyPlan } from "../plan.ts";
import { scopes } from "../scope.ts";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";

const Allowance = z.object({
  used: described("How many the company has.", z.int()),
  limit: described(
    "How many the plan allows; null for no limit, 0 if the plan does not include the feature.",
    z.nullable(z.int()),
  ),
});

/** Who calls, with which key, and what the plan leaves (row Q07). */
export const Me = z.object({
  now: described("The server's time. Pass it as `since` of a wait to count only mail that arrives later.", instant),
  member: described(
    "The member that the key acts for.",
    z.object({ name: z.string(), full_name: z.string(), role: Role }),
  ),
  company: described("The member's company.", z.object({ name: z.string(), company_name: z.string() })),
  key: described(
    "The key that the request was made with.",
    z.object({
      name: z.string(),
      key_name: z.string(),
      scopes: z.array(z.enum(scopes)),
      expiry: z.nullable(instant),
    }),
  ),
  plan: described(
    "The company's plan, and how much of it is used.",
    z.object({
      plan: CompanyPlan.shape.plan,
      expiry_date: described("The last day of the plan; null if it does not end.", z.nullable(z.string())),
      limits: described(
        "What counts: active addresses, active members, all domains and all webhooks.",
        z.object({ email: Allowance, team: Allowance, domain: Allowance, webhook: Allowance }),
      ),
    }),
  ),
});

export const me = {
  get: rest.get("/api/v1/me", {
    summary: "Get the caller and the remaining plan limits",
    scope: null,
    input: z.strictObject({}),
    output: Me,
  }),
};
