import { team, teamTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { sendInvitation } from "./invitations.ts";
import { renewInvitation } from "./renew_invitation.ts";

export const resend_invitation = handler(team.resend_invitation, async (context, { customer_email: email }) => {
  await renewInvitation(context, email, "invitation.sent_again", async (tx, { company }) => {
    // The mailed link ends when the next one is sent, and not before: the mail server may be away.
    await enqueue(tx, sendInvitation, { company, email });
    return { copied_hash: null, copied_expiry: null };
  });
  return { success: true, message: teamTexts.sentAgain };
});
