import { register, registerTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { hashPassword } from "../session/session.ts";
import { sendCode } from "./register.ts";

export const create_account = handler(
  register.create_account,
  async ({ world, clock, throttle, source }, { password, confirm_password: _, ...given }) => {
    await throttle.use(["register_source", source], ["register_account", given.email_address]);
    const [accounts, companies] = await Promise.all([
      world.member.count({ where: { name: given.email_address, password_hash: { not: null } } }),
      world.company.count({ where: { company_email: given.company_email } }),
    ]);
    const errors = [
      ...(accounts > 0 ? [registerTexts.emailTaken] : []),
      ...(companies > 0 ? [registerTexts.companyEmailTaken] : []),
    ];
    if (errors.length > 0) return { success: false, message: errors.join(". "), errors };

    const password_hash = await hashPassword(password, source);
    const now = clock();
    const { name } = await world.$transaction(async (tx) => {
      const request = await tx.signupRequest.create({
        data: { ...given, password_hash, creation: now, otp_asked: now },
      });
      await enqueue(tx, sendCode, { signup_request: request.name });
      return request;
    });
    return { success: true, signup_request: name };
  },
);
