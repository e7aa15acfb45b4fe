import * as z from "zod/mini";
import { memberAddress } from "./address.ts";
import { oneLine } from "./fields.ts";
import { limits } from "./limits.ts";
import { AnsweredRole, Role } from "./session.ts";
import { texts } from "./texts.ts";
import { blank, Done, flag, instant, logical, paging } from "./values.ts";
import { api, get, methods, post } from "./wire.ts";

export const TeamMember = z.object({
  /** The user id: the person's address. */
  name: z.string(),
  full_name: z.string(),
  email: z.string(),
  role: AnsweredRole,
  is_active: flag,
  /** Absent: not known (requirement G15). */
  creation: z.nullish(instant),
  /** 1: the person has been invited and has not joined yet. */
  is_invited: z.optional(flag),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const teamTexts = {
  nameRequired: "Name is required",
  nameTooShort: `Name must be at least ${limits.inviteNameMin} characters`,
  emailRequired: "Email address is required",
  invited: "Member invited successfully!",
  memberExists:
    "Someone with this email address is already a member. If they cannot log in, they can set a password with “Forgot?” on the login page.",
  memberInactive: "Someone with this email address is an inactive member. Edit the member to activate them again.",
  invitedAlready: "Someone with this email address has already been invited.",
  withdrawn: "Invitation withdrawn.",
  sentAgain: "Invitation sent again. Only the link in the new email will work.",
  notInvited: "This person no longer has an invitation: they have joined, or it was withdrawn.",
  invitationInactive: "This invitation is inactive. Activate it first.",
  cannotActivate:
    "Cannot activate member. You have reached your team member limit. Please upgrade your plan to add more active members.",
  lastAdministrator: "The last active administrator cannot be demoted or deactivated.",
  updated: "Member updated successfully!",
} as const;

export const Invitation = z.object({
  name: z
    .string({ error: teamTexts.nameRequired })
    .check(
      z.overwrite(oneLine),
      z.minLength(1, { error: teamTexts.nameRequired, abort: true }),
      z.minLength(limits.inviteNameMin, { error: teamTexts.nameTooShort }),
      z.maxLength(limits.lineMax, { error: texts.tooLong("Name", limits.lineMax) }),
    ),
  email: memberAddress(teamTexts.emailRequired),
  role: Role,
});

/** A form sends an unchanged value as an empty one. */
const unchanged = <Schema extends z.ZodMiniType>(schema: Schema) => blank(z.optional(schema));

const invited = z.object({ customer_email: memberAddress(teamTexts.emailRequired) });

export const team = methods(`${api}.team`, {
  /** Adds a member and sends them a link to set a password (requirement P64). */
  invite_team_member: post({ access: "Administrator", plan: true, input: Invitation, output: Done }),
  /** The caller's colleagues, newest first; `count` includes the caller (requirement P58). */
  get_team_members: get({
    access: "Member",
    input: z.object(paging(limits.pageMax)),
    output: z.object({ team_members: z.array(TeamMember), count: z.number() }),
  }),
  /** Mails another link; the links before it end. */
  resend_invitation: post({ access: "Administrator", plan: true, input: invited, output: Done }),
  /** Makes a link to be handed over otherwise; the links before it end. Who uses it must enter a mailed code as well. */
  make_invitation_link: post({
    access: "Administrator",
    plan: true,
    input: invited,
    output: z.object({ link: z.string() }),
  }),
  /** Frees the seat of a person who has been invited and has not joined; their link is void. */
  withdraw_invitation: post({
    access: "Administrator",
    input: invited,
    output: Done,
  }),
  /** Empty fields leave the value as it is. Activating somebody requires a current plan with room. */
  update_team_member: post({
    access: "Administrator",
    input: z.object({
      customer_email: memberAddress(teamTexts.emailRequired),
      role: unchanged(Role),
      is_active: unchanged(logical),
    }),
    output: Done,
  }),
});
