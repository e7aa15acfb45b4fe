import { reset_user, resetTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { mailLimits } from "../../limits/rate_limit.ts";
import { sendResetLink } from "./reset_user.ts";

export const reset_user_password = handler(
  reset_user.reset_user_password,
  async ({ rootDb, throttle, source, reportSecurity }, { email }) => {
    await throttle.use(...mailLimits("reset", email, source));
    await enqueue(rootDb, sendResetLink, { email });
    reportSecurity("reset_asked", email);
    return { success: true, message: resetTexts.sentMessage };
  },
);
