import { daySeconds, limits } from "@mayfly/contracts";

export const planLimitTexts = {
  /** The lifetime of an address that is being created. */
  life: (days: number) => (days === 0 ? "Never" : days === 1 ? "1 day" : `${days} days`),
  limitReached: "Limit Reached",
  featureUnavailable: "Feature Unavailable",
  unavailable: "Unavailable",
  /** How long an address lives where there is no choice (requirement P07). */
  fixedExpiry(seconds: number | null) {
    if (seconds === null) return planLimitTexts.life(0);
    // A single day is shown as 24 hours.
    if (seconds > daySeconds && seconds % daySeconds === 0) return planLimitTexts.life(seconds / daySeconds);
    if (seconds % 3600 === 0) return seconds === 3600 ? "1 hour" : `${seconds / 3600} hours`;
    return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
  },
  upgradePlan: "Upgrade Plan",
} as const;

export const memberTexts = {
  companyReadOnly: "Only administrators can change these.",
} as const;

/** For the password of a new account. */
export const passwordHint = `At least ${limits.passwordMin} characters`;
