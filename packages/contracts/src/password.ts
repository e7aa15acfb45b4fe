import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";

export const passwordTexts = {
  tooShort: `Password must be at least ${limits.passwordMin} characters long`,
  tooLong: `Password must be at most ${limits.passwordMax} characters long`,
  confirm: "Please confirm your password",
  mismatch: "Passwords do not match",
} as const;

/** A password as somebody types it to log in. */
export const givenPassword = z
  .string({ error: texts.passwordRequired })
  .check(
    z.minLength(1, { error: texts.passwordRequired, abort: true }),
    z.maxLength(limits.passwordMax, { error: passwordTexts.tooLong }),
  );
