import type pg from "pg";

/** A delivery whose turn it is, with what its webhook and company say at this moment. */
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
}

/** What came of one try. */
export interface Tried {
  delivery: string;
  webhook: string;
  /** Where it was sent to: what comes of it says nothing of where the webhook leads since. */
  url: string;
  /** Tries that had failed when this one began. */
  failures: number;
  /** Whether the receiver was asked. If not, it is not the one that failed. */
  sent: boolean;
  creation: Date;
  /** Milliseconds. */
  duration: number;
  /** Null: no answer. */
  status: number | null;
  answer: string;
  outcome: "delivered" | "pending" | "failed";
  /** Of a failure that is tried again. */
  next_attempt: Date | null;
  /** Kept when the try failed. */
  body: string | null;
}

/** Who may have how many more tries under way. */
export interface Room {
  /** In all. */
  tries: number;
  /** A webhook without an entry in `webhooks`. */
  perWebhook: number;
  webhooks: Record<string, number>;
  /** A company without an entry in `companies`. */
  perCompany: number;
  companies: Record<string, number>;
}

/** What is announced when there is something to deliver. */
export const queueChannel = "webhook_delivery";

// No webhook has more than its room, so that one with a long queue holds up nobody: the pending ones are found one by one
// along the index, however many deliveries each has, and each gives its oldest. Companies take turns: who has the most
// room left comes first, however long the others have waited. Only what is taken is locked.
const claimDue = `
  WITH RECURSIVE waiting AS (
    (SELECT webhook FROM webhook_delivery WHERE status = 'pending' ORDER BY webhook LIMIT 1)
    UNION ALL
    SELECT (SELECT next.webhook FROM webhook_delivery AS next
      WHERE next.status = 'pending' AND next.webhook > waiting.webhook ORDER BY next.webhook LIMIT 1)
    FROM waiting WHERE waiting.webhook IS NOT NULL
  ), ready AS (
    SELECT oldest.name, oldest.next_attempt, hook.url, company.hmac_secret,
      row_number() OVER (PARTITION BY hook.company ORDER BY oldest.next_attempt) - room.company AS turn
    FROM waiting
    JOIN webhook AS hook ON hook.name = waiting.webhook AND hook.enabled
    JOIN company ON company.name = hook.company
    CROSS JOIN LATERAL (
      SELECT coalesce(($5::jsonb ->> hook.name)::int, $4) AS webhook,
        coalesce(($7::jsonb ->> hook.company::text)::int, $6) AS company
    ) AS room
    CROSS JOIN LATERAL (
      SELECT one.name, one.next_attempt FROM webhook_delivery AS one
      WHERE one.status = 'pending' AND one.webhook = waiting.webhook AND one.next_attempt <= $1
      ORDER BY one.next_attempt LIMIT least(room.webhook, room.company)
    ) AS oldest
  ), due AS MATERIALIZED (
    SELECT mine.name, ready.url, ready.hmac_secret
    FROM (SELECT * FROM ready WHERE turn <= 0 ORDER BY turn, next_attempt) AS ready
    CROSS JOIN LATERAL (
      SELECT one.name FROM webhook_delivery AS one
      WHERE one.name = ready.name AND one.status = 'pending' AND one.next_attempt <= $1
      FOR UPDATE SKIP LOCKED
    ) AS mine
    LIMIT $3
  )
  UPDATE webhook_delivery AS delivery SET next_attempt = $2 FROM due WHERE delivery.name = due.name
  RETURNING delivery.name, delivery.company, delivery.webhook, delivery.event, delivery.payload, delivery.message,
    delivery.test, delivery.body, delivery.failures, delivery.creation, due.url, due.hmac_secret`;

/**
 * Takes deliveries that are due. Until `until` nobody else does: a process that dies leaves them to the others then.
 */
export async function claim(pool: pg.Pool, now: Date, until: Date, room: Room): Promise<Due[]> {
  const { tries, perWebhook, webhooks, perCompany, companies } = room;
  const { rows } = await pool.query<Due>({
    name: "claim_deliveries",
    text: claimDue,
    values: [now, until, tries, perWebhook, JSON.stringify(webhooks), perCompany, JSON.stringify(companies)],
  });
  return rows;
}

/** Gives back what was taken and not tried. */
export async function release(pool: pg.Pool, now: Date, names: string[]): Promise<void> {
  await pool.query("UPDATE webhook_delivery SET next_attempt = $1 WHERE name = ANY($2) AND status = 'pending'", [
    now,
    names,
  ]);
}

// A webhook counts as failing from its first failure to its next success. A delivery that somebody deletes or asks for
// once more at this moment is left to them: no other's try waits for it, or goes unwritten with it. One that somebody
// has asked for since the try began stays due, unless it was delivered. Of a message that is deleted no text is kept: its
// row, locked, cannot go before this is written.
const recordTried = `
  WITH tried AS MATERIALIZED (
    SELECT tried.* FROM json_to_recordset($1::json) AS tried (
      delivery uuid, webhook text, url text, failures int, sent boolean, creation timestamptz, duration int, status int,
      answer text, outcome "DeliveryStatus", next_attempt timestamptz, body text)
    JOIN webhook_delivery ON webhook_delivery.name = tried.delivery
    FOR NO KEY UPDATE OF webhook_delivery SKIP LOCKED
  ), kept AS MATERIALIZED (
    SELECT customer_inbox.name FROM tried
    JOIN webhook_delivery ON webhook_delivery.name = tried.delivery
    JOIN customer_inbox ON customer_inbox.name = webhook_delivery.message
    WHERE tried.body IS NOT NULL OR webhook_delivery.body IS NOT NULL
    FOR KEY SHARE OF customer_inbox SKIP LOCKED
  ), written AS (
    INSERT INTO webhook_attempt (delivery, attempt, creation, duration, status, answer)
    SELECT tried.delivery, (SELECT count(*) + 1 FROM webhook_attempt AS earlier WHERE earlier.delivery = tried.delivery),
      tried.creation, tried.duration, tried.status, tried.answer
    FROM tried
    ON CONFLICT DO NOTHING
  ), healthy AS (
    UPDATE webhook SET failing_since = NULL
    WHERE failing_since IS NOT NULL AND (name, url) IN (SELECT webhook, url FROM tried WHERE outcome = 'delivered')
  ), failing AS (
    UPDATE webhook SET failing_since = since.creation
    FROM (
      SELECT webhook, url, min(creation) AS creation, bool_or(outcome = 'delivered') AS healthy
      FROM tried WHERE sent GROUP BY webhook, url
    ) AS since
    WHERE webhook.name = since.webhook AND webhook.url = since.url AND NOT since.healthy AND webhook.failing_since IS NULL
  )
  UPDATE webhook_delivery AS delivery SET
    status = tried.outcome,
    failures = delivery.failures + CASE WHEN tried.outcome = 'delivered' THEN 0 ELSE 1 END,
    next_attempt = coalesce(tried.next_attempt, delivery.next_attempt),
    body = CASE
      WHEN delivery.message IS NULL OR EXISTS (SELECT FROM kept WHERE kept.name = delivery.message)
      THEN coalesce(delivery.body, tried.body)
    END
  FROM tried WHERE delivery.name = tried.delivery AND (tried.outcome = 'delivered' OR delivery.failures = tried.failures)`;

/** Writes down tries, all in one statement, and what follows from them for their deliveries and webhooks. */
export async function record(pool: pg.Pool, tried: Tried[]): Promise<void> {
  await pool.query({ name: "record_tries", text: recordTried, values: [JSON.stringify(tried)] });
}
