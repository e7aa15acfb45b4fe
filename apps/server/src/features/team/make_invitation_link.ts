import { team } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { makeLink } from "./invitations.ts";
import { renewInvitation } from "./renew_invitation.ts";

/** The token is made where it is handed over: in this call, of which only the answer holds it (decision 007). */
export const make_invitation_link = handler(team.make_invitation_link, async (context, { customer_email }) => {
  const { path, hash, expiry } = makeLink(context.clock());
  await renewInvitation(context, customer_email, "invitation.link_made", async () => ({
    ...{ copied_hash: hash, copied_expiry: expiry },
    ...{ token_hash: null, token_expiry: null },
  }));
  return { link: context.link(path) };
});
