// Only pages on which people set a password need this file. It is separate to keep the login page small.
import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { passwordTexts } from "./password.ts";
import { texts } from "./texts.ts";

/** A password as somebody types it again. The form checks whether it is the same. */
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

interface PasswordRule {
  /** For the checklist. */
  label: string;
  /** The error for a password that breaks the rule (P81). */
  text: string;
  /** The characters that are meant, where the label does not say it. */
  characters?: string;
  holds: (password: string) => boolean;
}

const special = '!@#$%^&*(),.?":{}|<>';

/** The rules for a password that replaces another. */
export const passwordRules: readonly PasswordRule[] = [
  {
    label: `At least ${limits.passwordMin} characters`,
    text: passwordTexts.tooShort,
    holds: (password) => password.length >= limits.passwordMin,
  },
  {
    label: "One uppercase letter",
    text: "Password must contain at least one uppercase letter",
    holds: (password) => /[A-Z]/.test(password),
  },
  {
    label: "One lowercase letter",
    text: "Password must contain at least one lowercase letter",
    holds: (password) => /[a-z]/.test(password),
  },
  {
    label: "One number",
    text: "Password must contain at least one number",
    holds: (password) => /[0-9]/.test(password),
  },
  {
    label: "One special character",
    text: "Password must contain at least one special character",
    characters: special,
    holds: (password) => [...special].some((character) => password.includes(character)),
  },
];

/** The rules that a password breaks. */
export const brokenRules = (password: string) => passwordRules.filter(({ holds }) => !holds(password));
