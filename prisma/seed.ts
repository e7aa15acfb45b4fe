import type { Prisma, PrismaClient } from "../apps/server/src/generated/prisma/client.ts";
import { limits } from "../packages/contracts/src/index.ts";

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
}
