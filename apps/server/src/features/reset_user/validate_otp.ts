import { reset_user, resetTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { changePassword, hashPassword } from "../session/session.ts";
import { hashToken } from "./reset_user.ts";

export const validate_otp = handler(
  reset_user.validate_otp,
  async ({ world, clock, throttle, source, hangUp }, { name, password }) => {
    await throttle.use(["reset_token_source", source]);
    const now = clock();
    const usable = {
      token_hash: hashToken(name),
      used: null,
      expiry: { gt: now },
      member_row: { is_active: true },
    };
    // A hash is spent on good tokens only.
    if ((await world.resetToken.count({ where: usable })) === 0) throw Refusal.invalid(resetTexts.invalidLink);
    const password_hash = await hashPassword(password);
    const member = await world.$transaction(async (tx) => {
      const [token] = await tx.resetToken.updateManyAndReturn({ where: usable, data: { used: now } });
      if (token === undefined) throw Refusal.invalid(resetTexts.invalidLink);
      await changePassword(tx, now, { member: token.member, password_hash });
      return token.member;
    });
    hangUp({ member });
    return { success: true, message: resetTexts.done };
  },
);
