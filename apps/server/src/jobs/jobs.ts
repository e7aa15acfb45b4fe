import { announce } from "../features/notification/notification.ts";
import { forgetWebhook } from "../features/webhook/webhook.ts";
import type { Job } from "../job.ts";

/** Everything that a transaction may leave behind. */
export const jobs: Job[] = [announce, forgetWebhook];
