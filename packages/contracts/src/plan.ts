import * as z from "zod/mini";
import { enterprise, limits, planNames } from "./limits.ts";
import { counted } from "./texts.ts";
import { flag } from "./values.ts";
import { api, get, methods } from "./wire.ts";

const featureNames = [
  "domain",
  "webhook",
  "team",
  "email",
  "public_email",
  "email_expiry",
  // Their pages are showcases (section O) until they are built (row Q01). So far, that of `api` is.
  "api",
  "environment",
  "integration",
  "branding",
  "sso",
] as const;
export type FeatureName = (typeof featureNames)[number];
/** The features whose number a plan limits. */
export type CountedFeature = Extract<FeatureName, "domain" | "webhook" | "team" | "email">;

export const PlanFeature = z.object({
  feature: z.enum(featureNames),
  available: flag,
  unlimited: flag,
  /** 0 means unlimited (requirement J14). */
  limit: z.number(),
  label: z.string(),
  description: z.string(),
});
export type PlanFeature = z.infer<typeof PlanFeature>;

export const CompanyPlan = z.object({
  plan: z.enum([...Object.values(planNames), enterprise]),
  /** Dollars a month. */
  price: z.number(),
  non_expiry_plan: flag,
  company: z.string(),
  /** The last day on which the plan is good, as YYYY-MM-DD; empty: none (requirements P21 and P22). */
  expiry_date: z.string(),
  /** Seconds that an address lives where the plan leaves no choice (requirement P07); null: for good. */
  forced_expiry: z._default(z.nullable(z.number()), limits.starterDeactivationHours * 3600),
  features: z.array(PlanFeature),
});
export type CompanyPlan = z.infer<typeof CompanyPlan>;

export const PlanStats = z.object({
  domain: z.number(),
  webhook: z.number(),
  team: z.number(),
  email: z.number(),
  expiry_date: z.string(),
});
export type PlanStats = z.infer<typeof PlanStats>;

export const planTexts = {
  expired: "Your subscription has expired. Please upgrade your plan to continue using our services.",
} as const;

type SwitchedFeature = "public_email" | "email_expiry" | "api";

/** Why a company may not have one more, by feature: the plan lacks it, or it has `limit` already (requirement P114). */
export const planRefusals: Record<CountedFeature, { unavailable: string; full: (limit: number) => string }> &
  Record<SwitchedFeature, { unavailable: string }> = {
  email: {
    unavailable: "Email creation is not available in your current plan. Please upgrade to create emails.",
    full: () => "You have reached your email limit. Please upgrade your plan to create more emails.",
  },
  team: {
    unavailable: "Team management is not available in your current plan. Please upgrade to invite team members.",
    full: () => "You have reached your team member limit. Please upgrade your plan to invite more members.",
  },
  domain: {
    unavailable: "Domain feature is not available in your current plan",
    full: (limit) =>
      `Domain limit reached (${counted(limit, "domain")}). Please upgrade your plan to add more domains.`,
  },
  webhook: {
    unavailable: "Webhook feature is not available in your current plan",
    full: (limit) =>
      `Webhook limit reached (${counted(limit, "webhook")}). Please upgrade your plan to add more webhooks.`,
  },
  public_email: { unavailable: "Public addresses are not available in your current plan" },
  email_expiry: { unavailable: "Your current plan sets how long addresses live" },
  api: { unavailable: "API access is not available in your current plan" },
};

/** Whether a plan that is good through `expiry_date` has ended at an instant (requirement P22: UTC days). */
export const hasExpired = (expiry_date: string, now: Date): boolean =>
  expiry_date !== "" && expiry_date < now.toISOString().slice(0, 10);

export const plan = {
  ...methods(`${api}.plan`, {
    get_company_plan: get({ access: "Member", input: z.object({}), output: CompanyPlan }),
  }),
  // The literal path that requirement K18 names.
  ...methods("disposable_email.plan.validators", {
    /** How many of each the company has, and until when its plan is good. */
    get_stats: get({ access: "Member", input: z.object({}), output: PlanStats }),
  }),
};
