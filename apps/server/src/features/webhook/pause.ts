import { daysBefore } from "../../clock.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { AttemptResult } from "../delivery/queue.ts";
import { happened, system } from "../event/event.ts";
import { pausedEvent } from "./events.ts";

/** Days without a successful delivery after which a webhook is switched off. */
const hopelessDays = 5;
const gone = 410;

/**
 * Switches off the webhooks that have failed for too long or answered 410, and tells the Administrators. A webhook with
 * rare events may have failed last days ago, so a delivery gets all its retries before the webhook is switched off.
 */
export async function pauseHopeless(rootDb: RootDatabase, now: Date, attempted: AttemptResult[]): Promise<void> {
  const failed = webhooksOf(attempted.filter(({ sent, outcome }) => sent && outcome === "failed"));
  const left = webhooksOf(attempted.filter(({ status }) => status === gone));
  if (failed.length === 0 && left.length === 0) return;
  const since = daysBefore(now, hopelessDays);
  const hopeless = {
    enabled: true,
    OR: [...left, ...failed.map((one) => ({ ...one, failing_since: { lte: since } }))],
  };
  if ((await rootDb.webhook.count({ where: hopeless })) === 0) return;
  await rootDb.$transaction(async (tx) => {
    const paused = await tx.webhook.updateManyAndReturn({ where: hopeless, data: { enabled: false, paused: now } });
    const events = paused.map((row) =>
      pausedEvent(
        row,
        left.some(({ name, url }) => name === row.name && url === row.url) ? "gone" : "failing",
        hopelessDays,
      ),
    );
    await happened(tx, now, system, events);
  });
}

/** Matches the URL too: a webhook that has a new URL since the attempt is not to be paused. */
const webhooksOf = (attempted: AttemptResult[]) => attempted.map(({ webhook: name, url }) => ({ name, url }));
