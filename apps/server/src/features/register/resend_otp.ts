import { limits, otpTexts, register } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { mailLimits } from "../../limits/rate_limit.ts";
import { Refusal } from "../../refusal.ts";
import { sendCode } from "./register.ts";

export const resend_otp = handler(
  register.resend_otp,
  async ({ rootDb, clock, throttle, source }, { signup_request: name }) => {
    await throttle.use(["resend_source", source]);
    const now = clock();
    const before = new Date(now.getTime() - limits.otpResendWait);
    await rootDb.$transaction(async (tx) => {
      const [asked] = await tx.signupRequest.updateManyAndReturn({
        where: { name, verified: false, otp_asked: { lte: before } },
        data: { otp_asked: now },
      });
      if (asked === undefined) {
        const request = await tx.signupRequest.findUnique({ where: { name, verified: false } });
        if (request === null) throw Refusal.invalid(otpTexts.invalidRequest);
        const seconds = Math.ceil((request.otp_asked.getTime() - before.getTime()) / 1000);
        throw Refusal.tooMany(seconds, otpTexts.wait(seconds));
      }
      // Limits the mail to one address, however often somebody registers with it.
      const [, ...ofAddress] = mailLimits("resend", asked.email_address, source);
      await throttle.use(...ofAddress);
      await enqueue(tx, sendCode, { signup_request: asked.name });
    });
    return { success: true, message: otpTexts.sent };
  },
);
