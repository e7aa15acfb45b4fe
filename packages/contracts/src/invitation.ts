import * as z from "zod/mini";
import { registrationPassword } from "./new_password.ts";
import { givenOtp } from "./otp.ts";
import { reset_user } from "./reset_user.ts";
import { AnsweredRole, StoredUser } from "./session.ts";
import { Done, flag } from "./values.ts";
import { api, methods, post, postToRead } from "./wire.ts";

/** With what the token of an invitation's link begins: the page that the link opens knows what it is for. */
export const invitationToken = "join_";

export const invitationTexts = {
  ended:
    "This invitation is no longer valid. It has been used, withdrawn or replaced by a newer one, or it has expired. If you have already joined, sign in.",
  codeSent: "We have sent you a code. Enter it to join.",
  joined: "Welcome! Opening your dashboard...",
} as const;

const { name } = reset_user.validate_otp.input.shape;

/** For who follows the link of an invitation, which holds the token. The calls name it as `validate_otp` does. */
export const invitation = methods(`${api}.invitation`, {
  /** Who invites whom. */
  get_invitation: postToRead({
    access: "Guest",
    input: z.object({ name }),
    output: z.object({
      /** The company's name, or a domain that it has proved to own. */
      company: z.string(),
      inviter: z.string(),
      email: z.string(),
      role: AnsweredRole,
      /** 1: the link was copied and not mailed, so that a code will be asked for. */
      needs_code: flag,
    }),
  }),
  /**
   * Makes the invited person a member and starts their session. A link that was copied proves nothing of the person's
   * mailbox: without `otp`, a code is mailed and nobody joins yet.
   */
  accept_invitation: post({
    access: "Guest",
    input: z.object({
      name,
      // Whoever joins makes an account, as whoever registers does.
      password: registrationPassword,
      otp: z.optional(givenOtp),
    }),
    output: z.extend(Done, {
      /** Who has joined; null: a code has been sent. */
      user: z.nullish(StoredUser),
    }),
  }),
});
