import * as z from "zod/mini";
import { described } from "../described.ts";
import { CompanyPlan } from "../plan.ts";
import { scopes } from "../scope.ts";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { restCall } from "../wire.ts";

const Allowance = z.object({
  used: described("How many the company has.", z.int()),
  limit: described("How many it may have; null: any number. 0: the plan lacks the feature.", z.nullable(z.int())),
});

/** Who calls, with which key, and what the plan leaves (row Q07). */
export const Me = z.object({
  now: described("The server's time. As `since` of a wait, only mail counts that comes after this.", instant),
  member: described("As whom the key calls.", z.object({ name: z.string(), full_name: z.string(), role: Role })),
  company: described("The member's company.", z.object({ name: z.string(), company_name: z.string() })),
  key: described(
    "The key that the call came with.",
    z.object({
      name: z.string(),
      key_name: z.string(),
      scopes: z.array(z.enum(scopes)),
      expiry: z.nullable(instant),
    }),
  ),
  plan: described(
    "What the company pays for, and how much of it is used.",
    z.object({
      plan: CompanyPlan.shape.plan,
      expiry_date: described("The last day on which it is good; null: it does not end.", z.nullable(z.string())),
      limits: described(
        "Active addresses and members, and all domains and webhooks.",
        z.object({ email: Allowance, team: Allowance, domain: Allowance, webhook: Allowance }),
      ),
    }),
  ),
});

export const me = {
  get: restCall("GET", "/api/v1/me", {
    summary: "Read who calls, and what the plan leaves",
    scope: null,
    input: z.strictObject({}),
    output: Me,
  }),
};
