import { reset_user, resetTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { changePassword, hashPassword, hashToken, lockAccount, triesOf } from "../session/session.ts";

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
    // Checked first, so that only valid tokens cost a password hash.
    const token = await world.resetToken.findFirst({ where: usable });
    if (token === null) throw Refusal.invalid(resetTexts.invalidLink);
    const { member } = token;
    const password_hash = await hashPassword(password, source);
    await world.$transaction(async (tx) => {
      // The account is locked before the token, so that two links of one member cannot deadlock.
      await lockAccount(tx, member);
      const { count } = await tx.resetToken.updateMany({ where: usable, data: { used: now } });
      if (count === 0) throw Refusal.invalid(resetTexts.invalidLink);
      await changePassword(tx, now, { member, password_hash });
    });
    hangUp({ member });
    // A member who used up their tries before they asked for a link can log in with the new password.
    await throttle.forget(...[true, false].flatMap((known) => triesOf(member, source, { known })));
    return { success: true, message: resetTexts.done };
  },
);
