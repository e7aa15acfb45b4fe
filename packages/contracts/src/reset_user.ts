import * as z from "zod/mini";
import { emailAddress } from "./address.ts";
import { limits } from "./limits.ts";
import { brokenRules } from "./new_password.ts";
import { passwordTexts } from "./password.ts";
import { Done, logical } from "./values.ts";
import { api, methods, post, postToRead } from "./wire.ts";

export const resetTexts = {
  sentMessage: "If there is an account with this email, a link to set a new password is on its way.",
  weak: "Password does not meet requirements",
  invalidLink: "Invalid reset link. Please request a new password reset.",
  good: "This link is valid.",
  done: "Password reset successfully! Redirecting to login...",
} as const;

const linkToken = z
  .string({ error: resetTexts.invalidLink })
  .check(
    z.trim(),
    z.minLength(1, { error: resetTexts.invalidLink }),
    z.maxLength(200, { error: resetTexts.invalidLink }),
  );
/** What the tokens of links look like. */
export const isLinkToken = (text: string): boolean => /^[\w-]{32}$/.test(text);

export const reset_user = methods(`${api}.reset_user`, {
  /** Sends a link if there is such an account; the answer is the same if there is none (requirement P44). */
  reset_user_password: post({
    access: "Guest",
    input: z.object({ email: emailAddress }),
    output: Done,
  }),
  /** Refuses a link that was used, or whose time is over, before anybody chooses a password for it. */
  check_link: postToRead({ access: "Guest", input: z.object({ name: linkToken }), output: Done }),
  /** Sets a new password with the token of a link, which the framework calls its name (requirement P47). */
  validate_otp: post({
    access: "Guest",
    input: z.object({
      name: linkToken,
      password: z.string({ error: resetTexts.weak }).check(
        z.maxLength(limits.passwordMax, { error: passwordTexts.tooLong }),
        z.refine((password) => brokenRules(password).length === 0, { error: resetTexts.weak }),
      ),
      /** Whether the member's API keys end too: whoever knew the password may have made one. */
      end_keys: z._default(logical, true),
    }),
    output: Done,
  }),
});
