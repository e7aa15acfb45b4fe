import { sendKeyNotice } from "../features/api_key/api_key.ts";
import { forgetWebhook } from "../features/delivery/delivery.ts";
import { announceDeactivated, deactivateOthers } from "../features/domain/domain.ts";
import { deactivateRest } from "../features/email/change_email.ts";
import { announce } from "../features/notification/notification.ts";
import { forwardToPostmaster } from "../features/postmaster/postmaster.ts";
import { sendCode } from "../features/register/register.ts";
import { sendResetLink } from "../features/reset_user/reset_user.ts";
import { sendPasswordNotice } from "../features/session/session.ts";
import { sendInvitation } from "../features/team/invitations.ts";
import { sendJoinCode } from "../features/team/join_code.ts";
import type { Job } from "../job.ts";

/** Every job that a transaction may enqueue. */
export const jobs: Job[] = [
  announce,
  announceDeactivated,
  deactivateOthers,
  deactivateRest,
  forgetWebhook,
  forwardToPostmaster,
  sendCode,
  sendInvitation,
  sendJoinCode,
  sendPasswordNotice,
  sendKeyNotice,
  sendResetLink,
];
