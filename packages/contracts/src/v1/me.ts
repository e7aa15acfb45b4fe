import * as z from "zod/mini";
import { described, formerName } from "../described.ts";
import { planNames } from "../limits.ts";
import { CompanyPlan } from "../plan.ts";
import { scopes } from "../scope.ts";
import { Role } from "../session.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";
import { name } from "./named.ts";

const Allowance = z.object({
  used: described("How many the company has.", z.int()),
  limit: described(
    "How many the plan allows; null for no limit, 0 if the plan does not include the feature.",
    z.nullable(z.int()),
  ),
});

/** Who calls, with which key, and what the plan leaves (row Q07). */
export const Me = name(
  "Me",
  z.object({
    now: described("The server's time. Pass it as `since` of a wait to count only mail that arrives later.", instant),
    member: described(
      "The member that the key acts for.",
      z.object({ id: z.string(), name: formerName(), full_name: z.string(), role: Role }),
    ),
    company: described(
      "The member's company.",
      z.object({ id: z.string(), name: formerName(), company_name: z.string() }),
    ),
    key: described(
      "The key that the request was made with.",
      z.object({
        id: z.string(),
        name: formerName(),
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
  }),
  {
    now: "2026-11-28T09:31:10.123Z",
    member: {
      id: "ada@lakeside.example",
      name: "ada@lakeside.example",
      full_name: "Ada Bergström",
      role: "Administrator",
    },
    company: {
      id: "0198e0aa-1111-7abc-8def-0123456789ab",
      name: "0198e0aa-1111-7abc-8def-0123456789ab",
      company_name: "Lakeside Software",
    },
    key: {
      id: "0198f2c3-2222-7abc-8def-0123456789ab",
      name: "0198f2c3-2222-7abc-8def-0123456789ab",
      key_name: "CI",
      scopes: ["emails:read", "emails:write", "messages:read", "messages:write"],
      expiry: null,
    },
    plan: {
      plan: planNames.business,
      expiry_date: null,
      limits: {
        email: { used: 12, limit: null },
        team: { used: 2, limit: null },
        domain: { used: 1, limit: null },
        webhook: { used: 1, limit: null },
      },
    },
  },
);

export const me = {
  get: rest.get("/api/v1/me", {
    summary: "Get the caller and the remaining plan limits",
    scope: null,
    input: z.strictObject({}),
    output: Me,
  }),
};
