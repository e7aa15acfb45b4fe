import { setting, settingTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { revokeAllOf } from "../api_key/api_key.ts";
import { actorOf, happened } from "../event/event.ts";
import { changePassword, hashPassword, lockAccount, passwordMatches } from "../session/session.ts";

export const update_password = handler(
  setting.update_password,
  async (context, { current_password, new_password, end_keys }) => {
    const { rootDb, db, member, clock, session, source, throttle, hangUp, keys, reportSecurity } = context;
    await throttle.use(["password_member", member.name]);
    const { password_hash: known } = await db.member.findUniqueOrThrow({ where: { name: member.name } });
    if (!(await passwordMatches(known, current_password, source))) {
      reportSecurity("password_refused", member.name);
      throw Refusal.invalid(settingTexts.wrongCurrent);
    }
    const password_hash = await hashPassword(new_password, source);
    const except = session.token;
    await rootDb.$transaction(async (tx) => {
      const account = await lockAccount(tx, member.name);
      if (account?.password_hash !== known) throw Refusal.invalid(settingTexts.wrongCurrent);
      const now = clock();
      await changePassword(tx, now, { member: member.name, password_hash, except });
      const about = { company: member.company, subject: member.name, data: {} };
      await happened(tx, now, actorOf(context), [{ type: "password.changed", ...about }]);
      if (end_keys) await revokeAllOf(tx, now, actorOf(context), member.name);
    });
    if (end_keys) keys.forget(member.company);
    hangUp({ member: member.name, except });
    reportSecurity("password_changed", member.name);
    return { success: true, message: settingTexts.passwordUpdated };
  },
);
