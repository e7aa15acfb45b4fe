import { type invitation, invitationTexts } from "@mayfly/contracts";
import type { output } from "zod/mini";
import { refusalText } from "../../data/api.ts";

export type Invited = output<typeof invitation.get_invitation.output>;

/** Whether the link has ended: somebody has withdrawn the invitation, or another tab has used it. */
export const hasEnded = (failure: unknown) => refusalText(failure) === invitationTexts.ended;
