import { createHmac, randomBytes, randomInt } from "node:crypto";
import { limits } from "@mayfly/contracts";
import { z } from "zod";
import { daysBefore } from "../../clock.ts";
import { type JobContext, mailJob } from "../../job.ts";
import { plainName } from "../../outgoing_mail/plain_name.ts";
import { codeSubject, type Mail } from "../../outgoing_mail/template.ts";

/** How long a code is valid. Minutes (requirement P42). */
export const codeMinutes = 10;
/** How many guesses are checked against one mailed code; further ones are refused (threat 33). */
export const codeTries = 5;

/** The hash that is stored for a code. It is bound to its signup request, and worth nothing without SECRET_KEY. */
export const hashCode = (secret: (purpose: string) => string, request: string, code: string) =>
  new Uint8Array(createHmac("sha256", secret("signup code")).update(`${request} ${code}`).digest());

/**
 * Makes a code, whose plain text is in the mail only, and sends it. A new code ends the one before. If it cannot be
 * sent, the code before is valid again, with the tries that it had left.
 */
export const sendCode = mailJob(
  "register/send_code",
  z.object({ signup_request: z.uuid() }),
  async ({ rootDb, clock, secret, sendMail, link }, { signup_request }) => {
    const before = await rootDb.signupRequest.findUnique({ where: { name: signup_request, verified: false } });
    // The request was verified meanwhile, or deleted because it was too old.
    if (before === null) return;
    const otp_expiry = new Date(clock().getTime() + codeMinutes * 60_000);
    if ((await rootDb.member.count({ where: { name: before.email_address } })) > 0) {
      // The hash of no code, so that guesses are counted and answered as for any other address (threat 32).
      await rootDb.signupRequest.updateMany({
        where: { name: signup_request, verified: false },
        data: { otp_hash: new Uint8Array(randomBytes(32)), otp_expiry, otp_tries: 0 },
      });
      return sendMail(accountExists(before.email_address, link("/forget-password")));
    }
    const code = String(randomInt(10 ** limits.otpLength)).padStart(limits.otpLength, "0");
    const otp_hash = hashCode(secret, signup_request, code);
    await rootDb.signupRequest.updateMany({
      where: { name: signup_request, verified: false },
      data: { otp_hash, otp_expiry, otp_tries: 0 },
    });
    try {
      await sendMail({
        to: before.email_address,
        subject: codeSubject(code),
        preheader: `It completes your registration and expires in ${codeMinutes} minutes.`,
        // Of what a stranger has typed only the company, as far as it is a name: the address is not verified, and its
        // owner may never have heard of us.
        paragraphs: [
          `This code completes the registration of ${plainName(before.company_name) || "a company"} and expires in ${codeMinutes} minutes:`,
        ],
        code,
        action: { label: "Enter the code", url: link(`/verify-otp?signup_request=${signup_request}`) },
        reason:
          "Someone registered with this address. If this wasn't you, ignore this email and don't share the code. No account is created without it.",
      });
    } catch (error) {
      const { otp_hash: known, otp_expiry: until, otp_tries } = before;
      await rootDb.signupRequest.updateMany({
        where: { name: signup_request, otp_hash },
        data: { otp_hash: known, otp_expiry: until, otp_tries },
      });
      throw error;
    }
  },
);

/** For an address that has an account: only its owner learns so, and nobody who types it into the form (threat 32). */
const accountExists = (to: string, url: string): Mail => ({
  to,
  subject: "You have an account already",
  preheader: "Log in, or set a new password.",
  paragraphs: ["Someone registered with your address, which already has an account. Log in, or set a new password."],
  action: { label: "Set a new password", url },
  reason: "If this wasn't you, you can ignore this email. Your account has not changed.",
});

/** How long a registration may wait for its code. A verified one is kept as long, to accept the same code again. */
const keptDays = 1;

export const deleteOldRequests = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">) =>
  rootDb.signupRequest.deleteMany({
    where: { creation: { lt: daysBefore(clock(), keptDays) } },
  });
