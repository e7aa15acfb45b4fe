import { reset_user, resetTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { invitationOf } from "../team/invitations.ts";
import { invalidLink, usableToken } from "./reset_user.ts";

/** Tells whoever holds a link whether it is still good, so that nobody chooses a password in vain. */
export const check_link = handler(reset_user.check_link, async ({ rootDb, clock, throttle, source }, { name }) => {
  await throttle.use(["reset_token_source", source]);
  const now = clock();
  const token = await rootDb.resetToken.findFirst({ where: usableToken(name, now) });
  if (token === null && (await invitationOf(rootDb, name, now))?.isCopied !== false) throw invalidLink();
  return { success: true, message: resetTexts.good };
});
