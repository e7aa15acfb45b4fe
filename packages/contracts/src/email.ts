import { z } from "zod";
import { flag, instant } from "./wire.ts";

export const visibilities = ["Private", "Public"] as const;

/** The doctype Email: a disposable address. `name` equals `email_name` (requirement P104). */
export const Email = z.object({
  name: z.string(),
  email_name: z.string(),
  /** Empty: never. */
  expiry: instant.nullable(),
  reason: z.string(),
  visibility: z.enum(visibilities),
  is_active: flag,
  creation: instant,
  modified: instant,
  owner: z.string(),
});
export type Email = z.infer<typeof Email>;

export const emailTexts = {
  copied: "Email copied to clipboard!",
  copyFailed: "Failed to copy email to clipboard",
  active: "Active",
  expired: "Expired",
  expiresNever: "Expires Never",
  expiresToday: "Expires today",
  expiresTomorrow: "Expires tomorrow",
  expiresIn: (days: number) => `Expires in ${days} days`,
} as const;
