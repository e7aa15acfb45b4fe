import { announceExpiringKeys, deleteExpiredKeys } from "../features/api_key/api_key.ts";
import { deleteOldAttempts } from "../features/attempt/attempt.ts";
import { deleteOldJobs } from "../features/background_job/background_job.ts";
import { deleteOldDeliveries } from "../features/delivery/delivery.ts";
import { recheckDomains } from "../features/domain/recheck_domains.ts";
import { settleExpired } from "../features/email/expiry.ts";
import { deleteOldEvents } from "../features/event/event.ts";
import { deleteOldAnswers } from "../features/idempotency/idempotency.ts";
import { deleteExpiredMail } from "../features/inbox/delete_expired_mail.ts";
import { countBlocks } from "../features/inbox/inbox.ts";
import { deleteOldNotifications } from "../features/notification/notification.ts";
import { deleteOldPostmasterMail } from "../features/postmaster/postmaster.ts";
import { deleteOldRequests } from "../features/register/register.ts";
import { deleteOldTokens } from "../features/reset_user/reset_user.ts";
import { sweepNext } from "../features/search/search.ts";
import { deleteEndedSessions } from "../features/session/session.ts";
import { deleteOldQuotaUse } from "../features/subscription/quota.ts";
import { verifyDaily } from "../features/verify/verify.ts";
import { deleteGivenUp, type ScheduledJob } from "../job.ts";

/** Every scheduled job. */
export const schedule: ScheduledJob[] = [
  { name: "email/settle_expired", cron: "* * * * *", run: settleExpired },
  { name: "email/delete_expired_mail", cron: "*/5 * * * *", run: deleteExpiredMail },
  { name: "event/delete_old", cron: "41 * * * *", run: deleteOldEvents },
  { name: "inbox/count_blocks", cron: "*/10 * * * *", run: countBlocks },
  { name: "domain/recheck", cron: "*/10 * * * *", run: recheckDomains },
  { name: "api_key/announce_expiring", cron: "2 * * * *", run: announceExpiringKeys },
  { name: "api_key/delete_expired", cron: "4 * * * *", run: deleteExpiredKeys },
  { name: "idempotency/delete_old", cron: "19 * * * *", run: deleteOldAnswers },
  { name: "attempt/delete_old", cron: "23 * * * *", run: deleteOldAttempts },
  { name: "register/delete_old", cron: "7 * * * *", run: deleteOldRequests },
  { name: "plan/delete_old_quota_use", cron: "11 * * * *", run: deleteOldQuotaUse },
  { name: "search/sweep", cron: "*/10 * * * *", run: sweepNext },
  { name: "session/delete_ended", cron: "17 * * * *", run: deleteEndedSessions },
  { name: "webhook/delete_old", cron: "29 * * * *", run: deleteOldDeliveries },
  { name: "reset_user/delete_old", cron: "37 * * * *", run: deleteOldTokens },
  { name: "notification/delete_old", cron: "47 * * * *", run: deleteOldNotifications },
  { name: "postmaster/delete_old", cron: "51 * * * *", run: deleteOldPostmasterMail },
  { name: "verify/daily", cron: "53 * * * *", run: verifyDaily },
  { name: "background_job/delete_old", cron: "33 * * * *", run: deleteOldJobs },
  { name: "job/delete_given_up", cron: "57 * * * *", run: deleteGivenUp },
];
