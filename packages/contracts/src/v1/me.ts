import * as z from "zod/mini";
import { CompanyPlan } from "../plan.ts";
import { scopes } from "../scope.ts";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { restCall } from "../wire.ts";

const Allowance = z.object({
  /** How many the company has. */
  used: z.int(),
  /** How many it may have; null: any number. 0: the plan lacks the feature. */
  limit: z.nullable(z.int()),
});

/** Who calls, with which key, and what the plan leaves (row Q07). */
export const Me = z.object({
  member: z.object({ name: z.string(), full_name: z.string(), role: Role }),
  company: z.object({ name: z.string(), company_name: z.string() }),
  key: z.object({
    name: z.string(),
    key_name: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiry: z.nullable(instant),
  }),
  plan: z.object({
    plan: CompanyPlan.shape.plan,
    /** The last day on which it is good; null: it does not end. */
    expiry_date: z.nullable(z.string()),
    /** Active addresses and members, and all domains and webhooks. */
    limits: z.object({ email: Allowance, team: Allowance, domain: Allowance, webhook: Allowance }),
  }),
});

export const me = {
  get: restCall("GET", "/api/v1/me", {
    summary: "Read who calls, and what the plan leaves",
    scope: null,
    input: z.strictObject({}),
    output: Me,
  }),
};
