import { invitation, invitationTexts, toFlag } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { invitationOf, namesFor } from "../team/invitations.ts";

export const get_invitation = handler(
  invitation.get_invitation,
  async ({ rootDb, clock, throttle, source }, { name }) => {
    await throttle.use(["reset_token_source", source]);
    const found = await invitationOf(rootDb, name, clock());
    if (found === undefined) throw Refusal.invalid(invitationTexts.ended);
    const { inviter, team: company } = await namesFor(rootDb, found.invitation);
    const { email, role } = found.invitation;
    return { company, inviter, email, role, needs_code: toFlag(found.isCopied) };
  },
);
