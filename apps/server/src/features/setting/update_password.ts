import { setting, settingTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { changePassword, hashPassword, lockAccount, passwordMatches } from "../session/session.ts";

export const update_password = handler(
  setting.update_password,
  async (
    { world, db, member, clock, session, source, throttle, hangUp, reportSecurity },
    { current_password, new_password },
  ) => {
    await throttle.use(["password_member", member.name]);
    const { password_hash: known } = await db.member.findUniqueOrThrow({ where: { name: member.name } });
    if (!(await passwordMatches(known, current_password, source))) {
      reportSecurity("password_refused", member.name);
      throw Refusal.invalid(settingTexts.wrongCurrent);
    }
    const password_hash = await hashPassword(new_password, source);
    const except = session.token;
    await world.$transaction(async (tx) => {
      const account = await lockAccount(tx, member.name);
      if (account?.password_hash !== known) throw Refusal.invalid(settingTexts.wrongCurrent);
      await changePassword(tx, clock(), { member: member.name, password_hash, except });
    });
    hangUp({ member: member.name, except });
    reportSecurity("password_changed", member.name);
    return { success: true, message: settingTexts.passwordUpdated };
  },
);
