import { type Email, emailTexts } from "@mayfly/contracts";
import { differenceInCalendarDays } from "date-fns";

type Life = Pick<Email, "is_active" | "expiry">;

export const isActive = ({ is_active, expiry }: Life, now: number) =>
  is_active === 1 || (expiry !== null && Date.parse(expiry) > now);

/** By calendar days of this browser's time zone (P134). */
export function expiryLabel({ is_active, expiry }: Life, now: number): string {
  if (expiry === null) return is_active === 1 ? emailTexts.expiresNever : emailTexts.expired;
  const end = new Date(expiry);
  if (end.getTime() <= now) return emailTexts.expired;
  const days = differenceInCalendarDays(end, now);
  if (days === 0) return emailTexts.expiresToday;
  if (days === 1) return emailTexts.expiresTomorrow;
  return days <= 7 ? emailTexts.expiresIn(days) : end.toLocaleDateString("en", { dateStyle: "medium" });
}

/** Today or tomorrow. */
export const endsSoon = ({ expiry }: Life, now: number) =>
  expiry !== null && Date.parse(expiry) > now && differenceInCalendarDays(new Date(expiry), now) <= 1;
