import { formatDistance, formatDistanceStrict } from "date-fns";
import { timeTexts } from "./texts/time.ts";

const minute = 60_000;

function read(instant: string): Date | string {
  if (instant === "") return timeTexts.unknownTime;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? timeTexts.invalidDate : date;
}

/** `5 minutes ago`, `in 2 days`; missing and broken instants have texts of their own (P90). */
export function relativeTime(instant: string, now: number): string {
  const date = read(instant);
  if (typeof date === "string") return date;
  const ahead = date.getTime() - now;
  // Clocks differ, and `now` ticks twice a minute, so an instant less than a minute ahead counts as now.
  if (Math.abs(ahead) < minute) return formatDistance(Math.min(date.getTime(), now), now, { addSuffix: true });
  return formatDistanceStrict(date, now, { addSuffix: true });
}

export function absoluteTime(instant: string): string {
  const date = read(instant);
  return typeof date === "string" ? date : date.toLocaleString("en", { dateStyle: "full", timeStyle: "long" });
}
