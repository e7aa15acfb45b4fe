export const planWallTexts = {
  expiredTitle: "Plan Expired",
  viewPricing: "View Pricing",
} as const;
