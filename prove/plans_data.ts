import type { RootDatabase } from "@mayfly/server/database/database";
import { countBlocks } from "@mayfly/server/features/inbox/deep_pages";
import pg from "pg";
import { createAccount } from "../bench/mayfly.ts";

/** A company that is there already, with who owns its addresses. */
export interface Owner {
  company: string;
  administrator: string;
  /** A Member with one address in a thousand. */
  member: string;
}

export interface Size {
  /** Messages in all. */
  rows: number;
  companies: number;
  /** Webhooks that wait to deliver something. */
  webhooks: number;
}

/** The address with a tenth of the large company's mail. */
export const busyAddress = "large-0@mayfly.test";
const batch = 50_000;
/** The newest messages, which no block counts yet: enough for one of a list, and of an address. */
const uncounted = 4_000;
/** Messages that share a source: their texts are the same, their rows and tokens are not. */
const sources = 1_000;

/**
 * Fills a database as one looks that has grown for a year (row Z13): one company holds half of all mail, the others share the
 * rest, and every table that grows has rows of all of them.
 * @param receiver the URL of all webhooks
 */
export async function fill(
  { rootDb, databaseUrl }: { rootDb: RootDatabase; databaseUrl: string },
  { large, receiver }: { large: Owner; receiver: string },
  { rows, companies, webhooks }: Size,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Skips the foreign keys' checks and the fsync of each statement: nothing here can break a reference.
    await client.query("SET session_replication_role = replica");
    await client.query("SET synchronous_commit = off");
    const largeAddresses = Math.max(10, Math.ceil(rows / 30));
    await client.query(fillCompanies, [companies]);
    for (const statement of fillMembers) await client.query(statement);
    await client.query(fillLargeAddresses, [large.company, large.administrator, large.member, largeAddresses]);
    for (const statement of fillAddresses) await client.query(statement);
    await client.query(fillSources, [large.company, sources]);
    const given = [rows, new Date(), largeAddresses, companies];
    const fillFrom = async (first: number, last: number) => {
      for (const statement of [fillMail, fillTokens]) {
        for (let from = first; from <= last; from += batch) {
          await client.query(statement, [from, Math.min(last, from + batch - 1), ...given]);
        }
      }
    };
    const counted = rows - uncounted;
    await fillFrom(1, counted);
    await client.query("ANALYZE customer_inbox");
    await countBlocks({ rootDb, clock: () => new Date(), stopping: new AbortController().signal });
    // Mail that no block counts yet.
    await fillFrom(counted + 1, rows);
    for (const statement of fillOthers) {
      const given = [Math.ceil(rows / 10), large.company];
      await client.query(
        statement,
        statement.includes("$2") ? given : statement.includes("$1") ? given.slice(0, 1) : [],
      );
    }
    await client.query(fillWebhooks, [webhooks, companies, receiver]);
    for (const statement of fillDeliveries) await client.query(statement);
    await client.query(
      "DROP TABLE filled_address, filled_company; UPDATE search_state SET indexed_to = now(), claimed_to = (SELECT max(name::text)::uuid FROM customer_inbox), settled_to = (SELECT max(name::text)::uuid FROM customer_inbox)",
    );
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

/** Makes companies until one's words lie in the same part of the search index as another's. */
export async function neighbourOf({ rootDb }: { rootDb: RootDatabase }, company: string) {
  const partOf = async (name: string) => {
    const [part] = await rootDb.$queryRaw<{ at: number }[]>`
      SELECT at FROM generate_series(0, 7) AS at
      WHERE satisfies_hash_partition('message_search'::regclass, 8, at, ${name}::uuid)`;
    return part?.at;
  };
  const part = await partOf(company);
  for (let at = 0; ; at += 1) {
    const neighbour = await createAccount(rootDb, `neighbour-${at}`);
    if ((await partOf(neighbour.company)) === part) return neighbour;
  }
}

// A table of the time of filling: by a number, each address and whose it is. Ten of every company; of a few, the first has ended,
// and two end now.
const fillCompanies = `
  CREATE UNLOGGED TABLE filled_company AS
    SELECT no, md5('company ' || no)::uuid AS company, 'admin@company-' || no || '.example' AS owner
    FROM generate_series(1, $1::int) AS no`;
const fillMembers = [
  `INSERT INTO company (name, company_name, company_email, company_size, industry, company_website, company_phone)
    SELECT company, 'Company ' || no, 'hello@company-' || no || '.example', '1-10', 'Software', '', '' FROM filled_company`,
  "INSERT INTO subscription (company, plan) SELECT company, 'business' FROM filled_company",
  `INSERT INTO member (name, company, full_name, role) SELECT owner, company, 'Administrator ' || no, 'Administrator'
    FROM filled_company`,
  `INSERT INTO domain (domain_name, company, owner, is_verified, verification_token, checked)
    SELECT 'company-' || no || '.example', company, owner, true, 'token', now() FROM filled_company`,
  `CREATE UNLOGGED TABLE filled_address AS
    SELECT (company.no - 1) * 10 + at AS no, 'a' || at || '@company-' || company.no || '.example' AS address,
      company.company, company.owner, at = 1 AND company.no <= 500 AS is_ended
    FROM filled_company AS company, generate_series(1, 10) AS at`,
];
/** Parameters: company, administrator, member, addresses. */
const fillLargeAddresses = `
  INSERT INTO filled_address SELECT -no, 'large-' || no || '@mayfly.test', $1::uuid,
    CASE WHEN no % 1000 = 1 THEN $3 ELSE $2 END, false
  FROM generate_series(0, $4::int - 1) AS no`;
const fillAddresses = [
  `INSERT INTO email (email_name, company, owner, domain_name, visibility, run, tags, is_active, expiry, expired, creation, modified)
    SELECT address, company, owner, split_part(address, '@', 2),
      (CASE WHEN no % 20 = 3 THEN 'Public' ELSE 'Private' END)::"Visibility", 'ci/' || abs(no) % 1000,
      CASE WHEN no % 2 = 0 THEN ARRAY['common', 'smoke-' || abs(no) % 1000] ELSE '{}' END, NOT is_ended,
      CASE WHEN no % 10 IN (2, 3) AND no BETWEEN 1 AND 500 THEN now() END, CASE WHEN is_ended THEN now() - interval '30 days' END, at, at
    FROM filled_address, LATERAL (SELECT now() - abs(no) * interval '1 minute' AS at) AS made`,
  "CREATE UNIQUE INDEX ON filled_address (no) INCLUDE (address, company, owner)",
  "ANALYZE filled_address",
];

/** Parameters: company, sources. */
const fillSources = `
  INSERT INTO message_source (name, company, raw, creation)
  SELECT lpad(to_hex(no), 32, '0')::uuid, $1::uuid,
    convert_to(E'Subject: Message\\r\\n\\r\\nSome shared text of all messages.\\r\\n', 'UTF8'), now()
  FROM generate_series(1, $2::int) AS no`;

// Names are in the order of time, as the server's own are (RFC 9562, version 7). Parameters: from, to, all, now, large addresses, companies.
const given = `
  SELECT message.no, creation, address.*,
    (lpad(to_hex((extract(epoch FROM creation) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(message.no), 16, '8'))::uuid AS name
  FROM generate_series($1::bigint, $2::bigint) AS message (no)
  CROSS JOIN LATERAL (SELECT $4::timestamptz - ($3::bigint - message.no) * (interval '365 days' / $3::bigint) AS creation) AS made
  JOIN LATERAL (
    SELECT address, company, owner FROM filled_address WHERE filled_address.no =
      CASE WHEN message.no % 20 = 0 THEN 0
        WHEN message.no % 2 = 0 THEN -(abs(hashint8(message.no)::bigint) % $5::int)
        ELSE 1 + abs(hashint8(message.no)::bigint) % (10 * $6::int) END
  ) AS address ON true`;
const fillMail = `
  INSERT INTO customer_inbox (
    name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, code, creation, modified)
  SELECT given.name, given.company, given.owner, email.visibility, address, lpad(to_hex(no % ${sources} + 1), 32, '0')::uuid,
    'sender@elsewhere.example', 'Sender' || no % 1000 || ' <sender@elsewhere.example>', 'Message ' || no,
    'Some shared text of message ' || no, '', given.creation, given.creation
  FROM (${given}) AS given JOIN email ON email_name = address`;
/** 30 words: of every message, of one in a hundred each, of one message, and of one in five in Japanese. */
const fillTokens = `
  INSERT INTO message_search (message, company, bytes, tokens, modified)
  SELECT name, company, 2000, array_to_tsvector(
    ARRAY['common', 'some', 'shared', 'text', 'message', 'elsewhere.example', 'u' || no, 's:message', 'f:sender' || no % 1000]
    || ARRAY(SELECT DISTINCT 'w' || abs(hashint8(no * 37 + at)::bigint) % 3700 / (1 + at % 10) FROM generate_series(1, 20) AS at)
    || CASE WHEN no % 10 < 2 THEN ARRAY['領収', '収書', '書'] ELSE ARRAY[]::text[] END), creation
  FROM (${given}) AS given`;

/** The other tables that grow. Parameters: rows, the large company. */
const fillOthers = [
  `INSERT INTO message_claim (message, company, address, claim, api_key, member, creation, until, acked)
    SELECT name, company, recipients, gen_random_uuid(), gen_random_uuid(), owner, modified, modified, modified
    FROM customer_inbox
    WHERE company = $2::uuid AND recipients = '${busyAddress}' AND modified < now() - interval '1 day'
    ORDER BY modified LIMIT $1::int`,
  `INSERT INTO timeline_entry (message, company, what, who, creation)
    SELECT name, company, 'pushed', '', creation FROM customer_inbox ORDER BY name DESC LIMIT $1::int`,
  `INSERT INTO smtp_attempt (company, day, address, slot, mail_from, network, helo, tls, code, reply, reason, creation)
    SELECT company, current_date - abs(no % 7), address, abs(no) % 3, 'a@elsewhere.example', '192.0.2.1', 'client', '', 550,
      '550 5.2.1 Ended', 'ended', now() - abs(no % 7) * interval '1 day'
    FROM filled_address LIMIT $1::int`,
  `INSERT INTO smtp_attempt_count (company, day, address, count)
    SELECT company, current_date - abs(no % 7), address, 5 FROM filled_address LIMIT $1::int`,
  `INSERT INTO notification_log (name, company, for_user, subject, type, email_content, document_type, document_name, creation)
    SELECT gen_random_uuid(), company, owner, 'Address created', 'Alert', address, 'Email', address, now() - abs(no) * interval '1 minute'
    FROM filled_address LIMIT $1::int`,
  `INSERT INTO event (name, company, type, actor, via, subject, data, creation)
    SELECT gen_random_uuid(), company, 'email.created', owner, 'session', address, '{}', now() - abs(no) * interval '1 minute'
    FROM filled_address LIMIT $1::int`,
  `INSERT INTO session (token_hash, member, expiry) SELECT sha256(convert_to(owner, 'UTF8')), owner, now() + interval '1 day'
    FROM filled_company`,
  `INSERT INTO api_key (name, company, member, key_name, first, hash, creation)
    SELECT gen_random_uuid(), company, owner, 'Key', 'key', sha256(convert_to(owner, 'UTF8')), now() FROM filled_company`,
  `INSERT INTO idempotent_answer (api_key, path, idempotency_key, company, body_hash, status, headers, body, creation)
    SELECT gen_random_uuid(), '/api/v1/emails', address, company, '', 201, '{}', '{}', now() FROM filled_address LIMIT $1::int`,
  `INSERT INTO quota_use (company, quota, day, used) SELECT company, quota, current_date - day, 10
    FROM filled_company, unnest(enum_range(NULL::"QuotaName")) AS quota, generate_series(0, 2) AS day`,
];

/** Each webhook waits for one delivery, one in a hundred for one that is due. Parameters: webhooks, companies, URL. */
const fillWebhooks = `
  INSERT INTO webhook (name, company, owner, url, event)
  SELECT 'hook-' || md5(at::text), company, owner, $3 || at, 'email.created'
  FROM generate_series(1, $1::int) AS hook (at) JOIN filled_company ON no = at % $2::int + 1`;
const fillDeliveries = [
  `INSERT INTO webhook_delivery (name, company, webhook, event, payload, status, next_attempt, queued, creation)
    SELECT gen_random_uuid(), company, name, event, '{}', status,
      CASE WHEN no % 100 = 0 THEN now() ELSE now() + no % 600 * interval '1 minute' END, no % 100 = 0, now()
    FROM (SELECT *, row_number() OVER (ORDER BY name) AS no FROM webhook WHERE name LIKE 'hook-%') AS webhook,
      unnest(ARRAY['pending', 'delivered']::"DeliveryStatus"[]) AS status`,
  `INSERT INTO webhook_attempt (delivery, attempt, duration, status, answer)
    SELECT name, 1, 10, 200, 'OK' FROM webhook_delivery WHERE status = 'delivered'`,
];
