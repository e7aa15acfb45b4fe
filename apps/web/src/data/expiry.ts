import type { Email } from "@mayfly/contracts";
import { differenceInCalendarDays } from "date-fns";
import { addressTexts } from "./texts/address.ts";

type Life = Pick<Email, "is_active" | "expiry">;

// Deactivating sets `expiry` to the server's time. This browser's may be behind, and `now` ticks twice a minute.
const behind = 60_000;
const isAhead = ({ is_active, expiry }: Life, now: number) =>
  expiry !== null && Date.parse(expiry) > (is_active === 1 ? now : now + behind);

/** Whether an address is shown as active. One that has just expired is, until the server has set `is_active` to 0. */
export const isCalledActive = (life: Life, now: number) => life.is_active === 1 || isAhead(life, now);

/** Whether mail reaches the address. */
export const takesMail = (life: Life, now: number) =>
  life.is_active === 1 && (life.expiry === null || isAhead(life, now));

/** Counts in calendar days of this browser's time zone (P134). */
export function expiryLabel(life: Life, now: number): string {
  if (life.expiry === null) return life.is_active === 1 ? addressTexts.expiresNever : addressTexts.expired;
  if (!isAhead(life, now)) return addressTexts.expired;
  const end = new Date(life.expiry);
  const days = differenceInCalendarDays(end, now);
  if (days === 0) return addressTexts.expiresToday;
  if (days === 1) return addressTexts.expiresTomorrow;
  return days <= 7 ? addressTexts.expiresIn(days) : end.toLocaleDateString(undefined, { dateStyle: "medium" });
}

/** Whether the address expires today or tomorrow. */
export const endsSoon = (life: Life, now: number) =>
  isAhead(life, now) && life.expiry !== null && differenceInCalendarDays(new Date(life.expiry), now) <= 1;
