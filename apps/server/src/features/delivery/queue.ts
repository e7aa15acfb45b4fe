import type pg from "pg";
import { NIL } from "uuid";
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

/** How many companies and how many of their webhooks one claim looks at: what it costs hangs on this, not on how many wait. */
const companiesLookedAt = 50;
const webhooksLookedAt = 100;
/** For a free slot of a company, so many of its webhooks: some may have no slot of their own. */
const webhooksPerSlot = 4;
/** Deliveries that are put into the queue together. */
export const enqueuedTogether = 1_000;
/** For how long the deliveries of a webhook that is off leave the queue; `bringForward` is earlier. Days. */
const offDays = 1;

// The queue is what has `queued`: an index leads from one company in it to the next, and from one webhook of a company to its
// next, however many deliveries each has, and however many others wait for a retry.
// No webhook gets more than its slots, so that one with a long queue does not hold up the others. The oldest of each are
// taken. Companies take turns: the one with the most slots left comes first, however long the others have waited.
// So do the webhooks of a company. Only the deliveries that are taken are locked.
// What stands in the queue and is not due leaves it: what the version without a queue has put off, and deliveries of webhooks that
// are off. The lock lets nobody switch such a webhook on meanwhile, who would bring its deliveries forward too early.
// Postgres plans these statements without knowing the limits, and perhaps while it takes the table for empty. So each part can
// be had by one index only: no index fits what IS TRUE is said of, nor the cast of `queued` but its own.
const claimDue = `
  WITH RECURSIVE companies AS (
    (SELECT company, 1 AS no FROM webhook_delivery WHERE status = 'pending' AND queued AND company > $8 ORDER BY company LIMIT 1)
    UNION ALL
    SELECT (SELECT next.company FROM webhook_delivery AS next
      WHERE next.status = 'pending' AND next.queued AND next.company > companies.company ORDER BY next.company LIMIT 1), no + 1
    FROM companies WHERE companies.company IS NOT NULL AND no < ${companiesLookedAt}
  ), open AS MATERIALIZED (
    SELECT one.company, one.slots, coalesce($9::jsonb ->> one.company::text, '') AS place,
      least(${webhooksPerSlot} * one.slots, ${webhooksLookedAt} / count(*) OVER ()) AS most
    FROM (SELECT company, coalesce(($7::jsonb ->> company::text)::int, $6) AS slots FROM companies) AS one
    WHERE one.company IS NOT NULL AND one.slots > 0
  ), looked AS (
    SELECT open.company, open.slots, open.most, 1 AS no, (SELECT next.webhook FROM webhook_delivery AS next
      WHERE next.status = 'pending' AND next.queued AND next.company = open.company AND next.webhook > open.place
      ORDER BY next.webhook LIMIT 1) AS webhook
    FROM open
    UNION ALL
    SELECT looked.company, slots, most, no + 1, (SELECT next.webhook FROM webhook_delivery AS next
      WHERE next.status = 'pending' AND next.queued AND next.company = looked.company AND next.webhook > looked.webhook
      ORDER BY next.webhook LIMIT 1)
    FROM looked WHERE looked.webhook IS NOT NULL AND no < most
  ), first AS MATERIALIZED (
    SELECT looked.company, looked.slots, looked.webhook, oldest.name, oldest.next_attempt, oldest.place,
      hook.url, hook.secret, coalesce(hook.enabled, false) AS is_on
    FROM looked
    LEFT JOIN webhook AS hook ON hook.name = looked.webhook
    CROSS JOIN LATERAL (SELECT coalesce(($5::jsonb ->> looked.webhook)::int, $4) AS slots) AS own
    CROSS JOIN LATERAL (
      SELECT name, next_attempt, row_number() OVER (ORDER BY next_attempt) AS place
      FROM (
        SELECT one.name, one.next_attempt FROM webhook_delivery AS one
        WHERE one.status = 'pending' AND one.queued AND one.company = looked.company AND one.webhook = looked.webhook
        ORDER BY one.next_attempt LIMIT ${window.max}
      ) AS one
      LIMIT least(own.slots, looked.slots, greatest(1, 2 * $3 / greatest(1, (SELECT count(webhook) FROM looked))))
    ) AS oldest
  ), due AS MATERIALIZED (
    SELECT mine.name, ready.url, ready.secret AS webhook_secret,
      (SELECT hmac_secret FROM company WHERE company.name = ready.company) AS hmac_secret
    FROM (
      SELECT *, row_number() OVER (PARTITION BY first.company ORDER BY first.place, first.next_attempt) - first.slots AS turn
      FROM first WHERE first.is_on AND first.next_attempt <= $1
      ORDER BY turn, first.next_attempt
    ) AS ready
    CROSS JOIN LATERAL (
      SELECT one.name FROM webhook_delivery AS one
      WHERE one.name = ready.name AND (one.status = 'pending' AND one.queued AND one.next_attempt <= $1) IS TRUE
      FOR UPDATE SKIP LOCKED
    ) AS mine
    WHERE ready.turn <= 0
    LIMIT $3
  ), claimed AS (
    UPDATE webhook_delivery AS delivery SET next_attempt = $2, queued = false FROM due
    WHERE delivery.name = due.name AND delivery.name = ANY (ARRAY(SELECT name FROM due))
    RETURNING delivery.name, delivery.company, delivery.webhook, delivery.event, delivery.payload, delivery.message,
      delivery.test, delivery.body, delivery.failures, delivery.creation, due.url, due.hmac_secret, due.webhook_secret
  ), early AS MATERIALIZED (
    SELECT mine.name FROM first CROSS JOIN LATERAL (
      SELECT one.name FROM webhook_delivery AS one
      WHERE one.name = first.name AND (one.status = 'pending' AND one.queued) IS TRUE FOR UPDATE SKIP LOCKED
    ) AS mine
    WHERE NOT (first.is_on AND first.next_attempt <= $1) AND (first.is_on
      OR NOT EXISTS (SELECT FROM webhook WHERE webhook.name = first.webhook)
      OR EXISTS (SELECT FROM webhook WHERE webhook.name = first.webhook AND NOT webhook.enabled FOR SHARE SKIP LOCKED))
  ), put_off AS (
    UPDATE webhook_delivery AS delivery SET queued = false,
      next_attempt = CASE WHEN delivery.next_attempt > $1 THEN delivery.next_attempt ELSE $1 + interval '${offDays} days' END
    FROM early WHERE delivery.name = early.name AND delivery.name = ANY (ARRAY(SELECT name FROM early))
    RETURNING delivery.name
  )
  SELECT looked_at.*, claimed.* FROM (
    SELECT (SELECT company FROM companies WHERE no = ${companiesLookedAt}) AS last_company,
      (SELECT count(*)::int FROM put_off) AS put_off,
      (SELECT jsonb_object_agg(open.company, looked.webhook)
        FROM open LEFT JOIN looked ON looked.company = open.company AND looked.no = open.most) AS last_webhooks
  ) AS looked_at LEFT JOIN claimed ON true`;

/** Where a claim begins, or the next one goes on. */
export interface Place {
  /** The company behind which it looks. */
  company: string;
  /** By company, the webhook behind which it looks; without an entry, from the first one on. */
  webhooks: Record<string, string>;
}

export interface Claimed {
  due: Due[];
  /** The last company that was looked at; null: there are no more behind it. */
  company: string | null;
  /** Of each company that was looked at, the last webhook; null: there are no more behind it. */
  webhooks: Record<string, string | null>;
  /** How many deliveries have left the queue that were not to be sent now. */
  putOff: number;
}

/** The company before all others. */
export const firstCompany: string = NIL;

/**
 * Claims deliveries that are in the queue. No other process claims them before `until`; after it, others get those of a process
 * that died.
 */
export async function claim(
  pool: pg.Pool,
  now: Date,
  until: Date,
  slots: Slots,
  place: Place = { company: firstCompany, webhooks: {} },
): Promise<Claimed> {
  const { inAll, perWebhook, webhooks, perCompany, companies } = slots;
  const limits = [inAll, perWebhook, JSON.stringify(webhooks), perCompany, JSON.stringify(companies)];
  type Looked = Record<"last_company", Claimed["company"]> & {
    last_webhooks: Claimed["webhooks"] | null;
    put_off: number;
  };
  const { rows } = await pool.query<(Due | { name: null }) & Looked>({
    name: "claim_deliveries",
    text: claimDue,
    values: [now, until, ...limits, place.company, JSON.stringify(place.webhooks)],
  });
  return {
    due: rows.flatMap(({ last_company: _, last_webhooks: __, put_off: ___, ...row }) =>
      row.name === null ? [] : [row],
    ),
    company: rows[0]?.last_company ?? null,
    webhooks: rows[0]?.last_webhooks ?? {},
    putOff: rows[0]?.put_off ?? 0,
  };
}

/** Puts deliveries into the queue whose time has come, the longest due first. @returns how many */
export async function enqueueDue(pool: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query({
    name: "enqueue_deliveries",
    text: `
      UPDATE webhook_delivery SET queued = true WHERE name = ANY (ARRAY(
        SELECT one.name FROM webhook_delivery AS one
        WHERE one.status = 'pending' AND one.queued::int = 0 AND one.next_attempt <= $1
        ORDER BY one.next_attempt LIMIT ${enqueuedTogether} FOR UPDATE SKIP LOCKED))`,
    values: [now],
  });
  return rowCount ?? 0;
}

/** Gives back deliveries that were claimed and not attempted. */
export async function release(pool: pg.Pool, now: Date, names: string[]): Promise<void> {
  await pool.query(
    "UPDATE webhook_delivery SET next_attempt = $1, queued = true WHERE name = ANY($2) AND status = 'pending'",
    [now, names],
  );
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
