// What only those need who set a password: the login page is to be small.
import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { passwordTexts } from "./password.ts";
import { texts } from "./texts.ts";

/** A password as somebody types it again. Whether it is the same is for the form to say. */
export const confirmation = z
  .string({ error: passwordTexts.confirm })
  .check(z.maxLength(limits.passwordMax, { error: passwordTexts.tooLong }));

/** A registration's password has a length and no other rule (requirements B38 and P34). */
export const registrationPassword = z.string({ error: texts.passwordRequired }).check(
  z.minLength(limits.passwordMin, {
    error: ({ input }) => (input === "" ? texts.passwordRequired : passwordTexts.tooShort),
  }),
  z.maxLength(limits.passwordMax, { error: passwordTexts.tooLong }),
);

/** What a password that replaces another must have: a label for the checklist, and a text for who lacks it (P81). */
export const passwordRules = [
  {
    label: `At least ${limits.passwordMin} characters`,
    text: passwordTexts.tooShort,
    holds: (password: string) => password.length >= limits.passwordMin,
  },
  {
    label: "One uppercase letter",
    text: "Password must contain at least one uppercase letter",
    holds: (password: string) => /[A-Z]/.test(password),
  },
  {
    label: "One lowercase letter",
    text: "Password must contain at least one lowercase letter",
    holds: (password: string) => /[a-z]/.test(password),
  },
  {
    label: "One number",
    text: "Password must contain at least one number",
    holds: (password: string) => /[0-9]/.test(password),
  },
  {
    label: "One special character",
    text: "Password must contain at least one special character",
    holds: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
] as const;

/** The texts of the rules that a password breaks. */
export const brokenRules = (password: string): string[] =>
  passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.text);
