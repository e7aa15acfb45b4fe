import { recheckDomains } from "../features/domain/recheck_domains.ts";
import { deleteOldNotifications } from "../features/notification/notification.ts";
import { deleteEndedSessions } from "../features/session/session.ts";
import { deleteOldDeliveries } from "../features/webhook/webhook.ts";
import type { ScheduledJob } from "../job.ts";

/** Everything that happens by the clock. */
export const schedule: ScheduledJob[] = [
  {
    name: "session/delete_ended",
    cron: "17 * * * *",
    run: ({ world, clock }) => deleteEndedSessions(world, clock),
  },
  {
    name: "domain/recheck",
    cron: "*/10 * * * *",
    run: recheckDomains,
  },
  {
    name: "notification/delete_old",
    cron: "47 3 * * *",
    run: ({ world, clock }) => deleteOldNotifications(world, clock()),
  },
  {
    name: "webhook/delete_old",
    cron: "29 * * * *",
    run: ({ world, clock }) => deleteOldDeliveries(world, clock()),
  },
];
