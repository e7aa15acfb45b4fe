import path from "node:path";
import type { Clock } from "../clock.ts";
import type { RootDatabase } from "../database/database.ts";
import { countQueued, oldestQueued } from "../features/delivery/delivery.ts";
import { startIndexer } from "../features/search/indexer.ts";
import { countGivenUp, countUnindexed, countUnmade, indexBytes, unindexedSeconds } from "../features/search/search.ts";
import { findings } from "../features/verify/verify.ts";
import { Courier } from "../features/webhook/courier.ts";
import type { JobContext } from "../job.ts";
import { countFailing, countWaiting } from "../jobs/count_jobs.ts";
import { startWorker } from "../jobs/worker.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { openOutgoingMail } from "../outgoing_mail/outgoing_mail.ts";
import type { Shared } from "./shared.ts";

/** A queue that the role worker works through. */
export interface Queue {
  /** When it was last looked into. As `performance.now()`. */
  readonly lastClaim: number;
}

/** Starts the role worker: jobs, and deliveries to webhooks. */
export async function startQueues(
  shared: Shared,
  announceNotifications: JobContext["announceNotifications"],
): Promise<Queue[]> {
  const { config, databaseUrl, common, outbound, inbox, metrics, log, ends } = shared;
  const { rootDb, clock, secret, link } = common;
  const outgoingMail = await openOutgoingMail({
    url: config.OUTGOING_MAIL_URL,
    from: config.OUTGOING_MAIL_FROM,
    folder: path.join(config.DATA_DIR, "outbox"),
    log,
  });
  ends.push(async () => outgoingMail.close());
  const worker = await startWorker(databaseUrl, {
    ...common,
    log,
    sendMail: outgoingMail.send,
    postmaster: config.POSTMASTER,
    announceNotifications,
    expiredMailGrace: config.EXPIRED_MAIL_GRACE_HOURS * 3_600_000,
    auditDays: config.AUDIT_DAYS,
  });
  ends.push(worker.stop);
  const { loadEventData, crowded, received } = inbox;
  const courier = new Courier({
    databaseUrl,
    rootDb,
    clock,
    outbound,
    loadEventData,
    crowded,
    received,
    secret,
    link,
    milliseconds: config.WEBHOOK_MILLISECONDS,
    metrics,
    log,
  });
  ends.push(() => courier.stop());
  const indexer = startIndexer({ databaseUrl, messages: inbox.messages, metrics, log, crowded });
  ends.push(() => indexer.stop());
  watchQueues(metrics, rootDb, clock);
  return [worker, courier];
}

/**
 * For how long no job or no delivery may be claimed before this process counts as not ready. Each queue is looked into
 * every two seconds, unless all that may be under way at once is. Milliseconds, longer than a delivery's attempt or a
 * job's transaction may take.
 */
const claimMilliseconds = 180_000;

/** Whether a queue has been looked into lately. */
export const isWorked = ({ lastClaim }: Queue) => performance.now() - lastClaim < claimMilliseconds;

function watchQueues(metrics: Metrics, rootDb: RootDatabase, clock: Clock) {
  metrics.ask("jobs_waiting", "Jobs that are due, in the whole installation", () => countWaiting(rootDb));
  metrics.ask("jobs_failing", "Jobs that have failed and will be tried again, in the whole installation", () =>
    countFailing(rootDb),
  );
  metrics.ask(
    "webhook_deliveries_waiting",
    "Webhook deliveries that are due to enabled webhooks, in the whole installation; at most 10,000 are counted",
    () => countQueued(rootDb),
  );
  metrics.ask(
    "search_unindexed_seconds",
    "How long the oldest mail that is not in the search index yet has waited, at most",
    () => unindexedSeconds(rootDb, clock()),
  );
  metrics.askEach("verify_findings", "What does not hold in the database, as it was checked last", "check", async () =>
    Object.fromEntries((await findings(rootDb)).map(({ name, found }) => [name, found])),
  );
  metrics.ask("verify_age_seconds", "How long ago the oldest check of the database was", async () =>
    Math.max(0, ...(await findings(rootDb)).map(({ creation }) => (clock().getTime() - creation.getTime()) / 1_000)),
  );
  metrics.ask("search_unindexed", "Messages that are not in the search index yet; at most 100,000 are counted", () =>
    countUnindexed(rootDb),
  );
  metrics.ask(
    "search_unmade",
    "Messages whose words in the search index are yet to be made anew; at most 100,000 are counted",
    () => countUnmade(rootDb),
  );
  metrics.ask(
    "search_given_up",
    "Messages that could not be read for the search index, and are found by their rows",
    () => countGivenUp(rootDb),
  );
  metrics.ask("search_index_bytes", "Size of the search index in the database, in bytes", () => indexBytes(rootDb));
  metrics.ask("webhook_oldest_due_seconds", "How long the oldest of them has been due", () =>
    oldestQueued(rootDb, clock()),
  );
}
