import type pg from "pg";
import { window } from "./windows.ts";

/** A delivery that is due, with the current URL of its webhook and the current secret of its company. */
export interface Due {
  name: string;
  company: string;
  webhook: string;
  event: string;
  payload: unknown;
  message: string | null;
  test: boolean;
  body: string | null;
  failures: number;
  creation: Date;
  url: string;
  hmac_secret: Buffer | null;
  /** The webhook's own. */
  webhook_secret: Buffer | null;
}

/** What came of one attempt. */
export interface AttemptResult {
  delivery: string;
  webhook: string;
  /** The URL of this attempt. Its outcome says nothing about a URL that the webhook has been given since. */
  url: string;
  /** How many attempts had failed when this one began. */
  failures: number;
  /** Whether the request was sent. If not, the failure is not the receiver's. */
  sent: boolean;
  creation: Date;
  /** Milliseconds. */
  duration: number;
  /** HTTP status of the response. Null: no response. */
  status: number | null;
  answer: string;
  outcome: "delivered" | "pending" | "failed";
  /** When a failed attempt is repeated. Null: never. */
  next_attempt: Date | null;
  /** The request body, kept for the retry when the attempt failed. */
  body: string | null;
}

/** How many more attempts may be under way. */
export interface Slots {
  /** In all. */
  inAll: number;
  /** For each webhook without an entry in `webhooks`. */
  perWebhook: number;
  webhooks: Record<string, number>;
  /** For each company without an entry in `companies`. */
  perCompany: number;
  companies: Record<string, number>;
}

/** The Postgres channel that is notified when there is something to deliver. */
export const queueChannel = "webhook_delivery";

/**
 * The webhooks with pending deliveries, as a part of a statement WITH RECURSIVE: it jumps along the index from one to the
 * next, however many deliveries each has. The last row is null.
 */
export const waitingWebhooks = webhooksAfter("''", "true");

/** How many webhooks with pending deliveries one claim looks at: what it costs hangs on this, not on how many wait. */
const lookedAt = 200;

// No webhook gets more than its slots, so that one with a long queue does not hold up the others. The oldest of each are
// taken. Companies take turns: the one with the most slots left comes first, however long the others have waited.
// So do the webhooks of a company. Only the deliveries that are taken are locked.
// Postgres plans these statements without knowing the limits, so they do not leave it to think that much is wanted: the
// constant limit and ANY have it look up the deliveries that are wanted, and never read the table.
const claimDue = `
  WITH RECURSIVE ${webhooksAfter("$8", `no < ${lookedAt}`)}, ready AS (
    SELECT oldest.name, oldest.next_attempt, hook.url, company.hmac_secret, hook.secret AS webhook_secret,
      row_number() OVER (PARTITION BY hook.company ORDER BY oldest.place, oldest.next_attempt) - slots.company AS turn
    FROM waiting
    JOIN webhook AS hook ON hook.name = waiting.webhook AND hook.enabled
    JOIN company ON company.name = hook.company
    CROSS JOIN LATERAL (
      SELECT coalesce(($5::jsonb ->> hook.name)::int, $4) AS webhook,
        coalesce(($7::jsonb ->> hook.company::text)::int, $6) AS company
    ) AS slots
    CROSS JOIN LATERAL (
      SELECT name, next_attempt, row_number() OVER (ORDER BY next_attempt) AS place
      FROM (
        SELECT one.name, one.next_attempt FROM webhook_delivery AS one
        WHERE one.status = 'pending' AND one.webhook = waiting.webhook AND one.next_attempt <= $1
        ORDER BY one.next_attempt LIMIT ${window.max}
      ) AS one
      LIMIT least(slots.webhook, slots.company)
    ) AS oldest
  ), due AS MATERIALIZED (
    SELECT mine.name, ready.url, ready.hmac_secret, ready.webhook_secret
    FROM (SELECT * FROM ready WHERE turn <= 0 ORDER BY turn, next_attempt) AS ready
    CROSS JOIN LATERAL (
      SELECT one.name FROM webhook_delivery AS one
      WHERE one.name = ready.name AND one.status = 'pending' AND one.next_attempt <= $1
      FOR UPDATE SKIP LOCKED
    ) AS mine
    LIMIT $3
  ), claimed AS (
    UPDATE webhook_delivery AS delivery SET next_attempt = $2 FROM due
    WHERE delivery.name = due.name AND delivery.name = ANY (ARRAY(SELECT name FROM due))
    RETURNING delivery.name, delivery.company, delivery.webhook, delivery.event, delivery.payload, delivery.message,
      delivery.test, delivery.body, delivery.failures, delivery.creation, due.url, due.hmac_secret, due.webhook_secret
  )
  SELECT looked.place, claimed.* FROM (
    SELECT CASE WHEN count(webhook) = ${lookedAt} THEN max(webhook) END AS place FROM waiting
  ) AS looked LEFT JOIN claimed ON true`;

export interface Claimed {
  due: Due[];
  /** The last webhook that was looked at, where the next claim goes on; undefined: there are no more behind it. */
  place: string | undefined;
}

/** Those behind a webhook, as long as the condition on their number holds: both are SQL. */
function webhooksAfter(after: string, isMore: string): string {
  return `waiting AS (
    (SELECT webhook, 1 AS no FROM webhook_delivery WHERE status = 'pending' AND webhook > ${after} ORDER BY webhook LIMIT 1)
    UNION ALL
    SELECT (SELECT next.webhook FROM webhook_delivery AS next
      WHERE next.status = 'pending' AND next.webhook > waiting.webhook ORDER BY next.webhook LIMIT 1), no + 1
    FROM waiting WHERE waiting.webhook IS NOT NULL AND ${isMore}
  )`;
}

/**
 * Claims deliveries that are due. No other process claims them before `until`; after it, others get those of a process
 * that died.
 * @param after the webhook behind which it begins, by its name; those that wait take turns
 */
export async function claim(pool: pg.Pool, now: Date, until: Date, slots: Slots, after = ""): Promise<Claimed> {
  const { inAll, perWebhook, webhooks, perCompany, companies } = slots;
  const limits = [inAll, perWebhook, JSON.stringify(webhooks), perCompany, JSON.stringify(companies)];
  const { rows } = await pool.query<(Due | { name: null }) & { place: string | null }>({
    name: "claim_deliveries",
    text: claimDue,
    values: [now, until, ...limits, after],
  });
  return {
    due: rows.flatMap(({ place: _, ...row }) => (row.name === null ? [] : [row])),
    place: rows[0]?.place ?? undefined,
  };
}

/** Gives back deliveries that were claimed and not attempted. */
export async function release(pool: pg.Pool, now: Date, names: string[]): Promise<void> {
  await pool.query("UPDATE webhook_delivery SET next_attempt = $1 WHERE name = ANY($2) AND status = 'pending'", [
    now,
    names,
  ]);
}

// A webhook counts as failing from its first failure to its next success. A delivery that another transaction deletes
// or redelivers now is skipped, so that the other attempts neither wait for it nor stay unrecorded with it. A delivery
// that somebody asked to redeliver after the attempt began stays due, unless the attempt delivered it. No body is kept of a
// message that is being deleted. Any other message's row is locked, so that it cannot be deleted before the write.
const recordAttempts = `
  WITH attempted AS MATERIALIZED (
    SELECT attempted.* FROM json_to_recordset($1::json) AS attempted (
      delivery uuid, webhook text, url text, failures int, sent boolean, creation timestamptz, duration int, status int,
      answer text, outcome "DeliveryStatus", next_attempt timestamptz, body text)
    JOIN webhook_delivery ON webhook_delivery.name = attempted.delivery AND webhook_delivery.name = ANY ($2::uuid[])
    FOR NO KEY UPDATE OF webhook_delivery SKIP LOCKED
  ), kept AS MATERIALIZED (
    SELECT customer_inbox.name FROM attempted
    JOIN webhook_delivery ON webhook_delivery.name = attempted.delivery AND webhook_delivery.name = ANY ($2::uuid[])
    JOIN customer_inbox ON customer_inbox.name = webhook_delivery.message
    WHERE attempted.body IS NOT NULL OR webhook_delivery.body IS NOT NULL
    FOR KEY SHARE OF customer_inbox SKIP LOCKED
  ), written AS (
    INSERT INTO webhook_attempt (delivery, attempt, creation, duration, status, answer)
    SELECT attempted.delivery, (SELECT count(*) + 1 FROM webhook_attempt AS earlier WHERE earlier.delivery = attempted.delivery),
      attempted.creation, attempted.duration, attempted.status, attempted.answer
    FROM attempted
    ON CONFLICT DO NOTHING
  ), healthy AS (
    UPDATE webhook SET failing_since = NULL
    WHERE failing_since IS NOT NULL AND (name, url) IN (SELECT webhook, url FROM attempted WHERE outcome = 'delivered')
  ), failing AS (
    UPDATE webhook SET failing_since = since.creation
    FROM (
      SELECT webhook, url, min(creation) AS creation, bool_or(outcome = 'delivered') AS healthy
      FROM attempted WHERE sent GROUP BY webhook, url
    ) AS since
    WHERE webhook.name = since.webhook AND webhook.url = since.url AND NOT since.healthy AND webhook.failing_since IS NULL
  )
  UPDATE webhook_delivery AS delivery SET
    status = attempted.outcome,
    failures = delivery.failures + CASE WHEN attempted.outcome = 'delivered' THEN 0 ELSE 1 END,
    next_attempt = coalesce(attempted.next_attempt, delivery.next_attempt),
    body = CASE
      WHEN delivery.message IS NULL OR EXISTS (SELECT FROM kept WHERE kept.name = delivery.message)
      THEN coalesce(delivery.body, attempted.body)
    END
  FROM attempted
  WHERE delivery.name = attempted.delivery AND delivery.name = ANY ($2::uuid[])
    AND (attempted.outcome = 'delivered' OR delivery.failures = attempted.failures)`;

/** Records attempts, all in one statement, and updates their deliveries and webhooks accordingly. */
export async function record(pool: pg.Pool, attempted: AttemptResult[]): Promise<void> {
  const names = attempted.map(({ delivery }) => delivery);
  await pool.query({ name: "record_attempts", text: recordAttempts, values: [JSON.stringify(attempted), names] });
}
