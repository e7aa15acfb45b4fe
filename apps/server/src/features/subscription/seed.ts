import { limits } from "@mayfly/contracts";
import type { Prisma, PrismaClient } from "../../generated/prisma/client.ts";

const { prices, starterEmails, starterDeactivationHours } = limits;

const features = {
  domain: ["Domains", "Your own domains beside the platform's"],
  webhook: ["Webhooks", "Real-time notifications about events"],
  team: ["Team members", "People who share the company's addresses"],
  email: ["Email addresses", "Active disposable addresses"],
  public_email: ["Public addresses", "Addresses that the whole company may read"],
  email_expiry: ["Expiry choices", "How long an address lives"],
} as const;

type Feature = keyof typeof features;
/** A number is a limit, 0 being unlimited; on and off are for features without a count; off is not available. */
type Matrix = Record<Feature, number | "on" | "off">;

const row = (plan: Prisma.PlanFeatureCreateManyInput["plan"], matrix: Matrix): Prisma.PlanFeatureCreateManyInput[] =>
  Object.entries(features).map(([key, [label, description]]) => {
    const feature = key as Feature;
    const value = matrix[feature];
    const limit = typeof value === "number" ? value : 0;
    return { plan, feature, available: value !== "off", unlimited: value === 0, limit, label, description };
  });

/**
 * What a company may create and receive a day: plenty for people and test suites, too few to use up the shared names or
 * the disk. At 50 kB, the mail is 10,000 messages, 200,000 and 2,000,000.
 */
const quotas = {
  starter: { email: 50, domain: 10, webhook: 20, notification: 1_000, invitation: 5, mail_kb: 500_000 },
  professional: { email: 2_000, domain: 50, webhook: 100, notification: 20_000, invitation: 50, mail_kb: 10_000_000 },
  business: { email: 20_000, domain: 200, webhook: 500, notification: 200_000, invitation: 200, mail_kb: 100_000_000 },
} as const;
const planNames = ["starter", "professional", "business"] as const;
const quotaNames = ["email", "domain", "webhook", "notification", "invitation", "mail_kb"] as const;
/** Invitations that nobody accepts, of a company in its first week. */
const youngInvitations = { starter: 3, professional: 10, business: 20 } as const;

/** Writes the three plans (requirements P12 to P16 and P120). What an operator has changed since stays as it is. */
export async function seed(database: PrismaClient): Promise<void> {
  await database.plan.createMany({
    data: [
      { plan: "starter", price: prices.starter, non_expiry: true, forced_expiry: starterDeactivationHours * 3600 },
      { plan: "professional", price: prices.professional, non_expiry: false },
      { plan: "business", price: prices.business, non_expiry: false },
    ],
    skipDuplicates: true,
  });
  await database.planFeature.createMany({
    data: [
      ...row("starter", {
        domain: "off",
        webhook: 1,
        team: 3,
        email: starterEmails,
        public_email: "off",
        email_expiry: "off",
      }),
      ...row("professional", { domain: 10, webhook: 10, team: 10, email: 0, public_email: "on", email_expiry: "on" }),
      ...row("business", { domain: 0, webhook: 0, team: 0, email: 0, public_email: 0, email_expiry: 0 }),
    ],
    skipDuplicates: true,
  });
  await database.planQuota.createMany({
    data: planNames.flatMap((plan) =>
      quotaNames.map((quota) => ({
        plan,
        quota,
        per_day: quotas[plan][quota],
        young_per_day: quota === "invitation" ? youngInvitations[plan] : null,
      })),
    ),
    skipDuplicates: true,
  });
}
