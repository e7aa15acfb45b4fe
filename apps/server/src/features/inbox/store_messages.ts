import { randomBytes } from "node:crypto";
import type pg from "pg";
import { v7 as uuid } from "uuid";
import type { Clock } from "../../clock.ts";
import { openPool } from "../../database/pool.ts";
import type { Summary } from "../../mail/summary.ts";
import type { Metrics } from "../../monitoring/metrics.ts";
import type { Transport } from "../attempt/attempt.ts";
import { hearsOf, queueChannel } from "../delivery/delivery.ts";
import { pack } from "./packed.ts";

/** A message and the addresses that it is for. */
export interface Message extends Summary {
  /** The envelope sender (RFC 5321 reverse-path); empty for bounces. */
  mail_from: string;
  transport: Transport;
  /** Addresses, each with its company. */
  recipients: Map<string, string>;
  raw: Buffer;
}

/** A message in one address's inbox. */
export interface Stored extends Summary {
  name: string;
  source: string;
  company: string;
  owner: string;
  visibility: "Private" | "Public";
  recipients: string;
  creation: Date;
}

/** Rejects a message because at least one of its addresses has ended since its RCPT was accepted. */
export class AddressEnded extends Error {
  /** Whether all addresses of the message have ended. */
  readonly all: boolean;
  constructor(all: boolean) {
    super("address ended");
    this.all = all;
  }
}

interface QueuedMessage {
  message: Message;
  resolve(stored: Stored[]): void;
  reject(error: unknown): void;
}

type StoreMetrics = Pick<Metrics, "commit" | "commitMessages">;

/** The most messages and bytes that one commit (one fsync) carries. */
const groupMessages = 200;
const groupBytes = 8 * 1024 * 1024;
/** While one group waits for the disk, a second may be sent if it has enough messages to be worth a statement. */
const groupsAtOnce = 2;
const worthwhileMessages = 12;
/** How often a process looks how late others stamp their mail. */
const lookMilliseconds = 1_000;

/**
 * Stores messages: the promise is fulfilled when the message is on disk for every recipient, and rejected when it is
 * stored for none. All waiting messages go in one statement, because one fsync can carry many.
 */
export class MessageStore {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #metrics: StoreMetrics;
  readonly #waiting: QueuedMessage[] = [];
  #begin: NodeJS.Immediate | undefined;
  #committing = 0;
  /** The latest time that any message is stamped with or named after, as far as is known. Milliseconds since 1970. */
  #newest = 0;
  /** When that was looked up in the database last. As `performance.now()`. */
  #looked = Number.NEGATIVE_INFINITY;
  /** The first look. */
  #begun: Promise<void> | undefined;
  readonly #onCapacity: () => void;

  /** @param onCapacity called after each group, committed or failed: the answer of `isWorthwhile` may have changed */
  constructor(url: string, clock: Clock, metrics: StoreMetrics, onCapacity: () => void = () => {}) {
    this.#onCapacity = onCapacity;
    this.#metrics = metrics;
    this.#pool = openPool(url);
    this.#clock = clock;
  }

  /** Connects to the database, and looks into it for what otherwise the first message would wait for. */
  async warmUp(): Promise<void> {
    await this.#isBehind(this.#clock());
  }

  store(message: Message): Promise<Stored[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject });
      // Messages that were parsed together are committed together.
      this.#begin ??= setImmediate(() => {
        this.#begin = undefined;
        this.#commitNext();
      });
    });
  }

  /** Whether this many more messages are worth a group of their own now. */
  isWorthwhile(messages: number): boolean {
    return messages >= worthwhileMessages || (this.#committing === 0 && this.#waiting.length === 0);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #commitNext() {
    const worthwhile = this.#committing === 0 ? 1 : worthwhileMessages;
    if (this.#committing === groupsAtOnce || this.#waiting.length < worthwhile) return;
    this.#committing += 1;
    const group = this.#takeGroup();
    void this.#commit(group).finally(() => {
      this.#committing -= 1;
      this.#commitNext();
      this.#onCapacity();
    });
  }

  #takeGroup(): QueuedMessage[] {
    let bytes = 0;
    let count = 0;
    for (const { message } of this.#waiting) {
      bytes += message.raw.length;
      if (count > 0 && (count === groupMessages || bytes > groupBytes)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: QueuedMessage[]): Promise<void> {
    let stored: Stored[][];
    let announced: boolean;
    this.#metrics.commitMessages.observe(group.length);
    const committed = this.#metrics.commit.startTimer();
    try {
      const now = this.#clock();
      const statement = (await this.#isBehind(now)) ? insertInOrder : insertNow;
      const messages = group.map(({ message }) => message);
      ({ stored, announced } = await insert(this.#pool, statement, now, messages));
      for (const { creation } of stored.flat()) this.#newest = Math.max(this.#newest, creation.getTime());
    } catch (error) {
      // A message whose data Postgres refuses must not make the others of its group fail.
      if (group.length > 1 && isAboutData(error)) for (const one of group) await this.#commit([one]);
      else for (const { reject } of group) reject(error);
      return;
    } finally {
      committed();
    }
    if (announced) this.#wakeCouriers();
    for (const [at, { message, resolve, reject }] of group.entries()) {
      const rows = stored[at] ?? [];
      if (rows.length === message.recipients.size) resolve(rows);
      else reject(await this.#ended(message).catch((error) => error));
    }
  }

  /**
   * Not in the statement that stores: Postgres lets one transaction that notifies commit at a time, and each waits for the
   * disk. If this notification is lost, the couriers look by themselves a second later.
   */
  #wakeCouriers() {
    this.#pool.query("SELECT pg_notify($1, '')", [queueChannel]).catch(() => undefined);
  }

  /**
   * Whether there may be mail that is stamped later than now: this clock was ahead and is right again, also before a restart, or
   * another process's is ahead. A company's mail keeps the order in which it came (row R01).
   */
  async #isBehind(now: Date): Promise<boolean> {
    this.#begun ??= this.#look().catch((error) => {
      this.#begun = undefined;
      throw error;
    });
    await this.#begun;
    // No group waits for a later look. What else needs the database says that it is away.
    if (performance.now() - this.#looked > lookMilliseconds) this.#look().catch(() => undefined);
    return this.#newest > now.getTime();
  }

  async #look() {
    this.#looked = performance.now();
    const { rows } = await this.#pool.query<{ name: string }>(newestName);
    // Names begin with the milliseconds at which they were made (RFC 9562, version 7).
    const made = Number.parseInt(rows[0]?.name.replace("-", "").slice(0, 12) ?? "0", 16);
    this.#newest = Math.max(this.#newest, made);
  }

  async #ended(message: Message): Promise<AddressEnded> {
    const { rowCount } = await this.#pool.query(activeAddresses, [[...message.recipients.keys()], this.#clock()]);
    return new AddressEnded(rowCount === 0);
  }
}

/** SQLSTATE classes for data, constraints and limits; all others are about the database itself. */
const isAboutData = (error: unknown) => /^(22|23|54)/.test(String((error as { code?: unknown }).code));

const activeAddresses = `
  SELECT FROM email WHERE email_name = ANY($1) AND is_active AND (expiry IS NULL OR expiry > $2)`;

const received = hearsOf({
  ...{ company: "stored.company", event: "'email.received'", domain: "split_part(stored.recipients, '@', 2)" },
});

// One parameter carries the bytes of all messages (pg sends a Buffer as it is, but turns a list of Buffers into hex),
// JSON the rest. A message is stored for all its recipients or for none, and only if each address is active and still
// belongs to the company that it had at RCPT. Its webhook deliveries are committed with it. OFFSET 0 has each address
// looked up by its key: the planner cannot know how few addresses there are, and would otherwise read thousands.
// @param at when a message came
const insertGroup = (at: string) => `
  WITH message AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS message (
      no int, start int, size int, packed boolean, mail_from text, sender text, subject text, preview text, code text,
      has_attachment boolean, expected int, network text, helo text, tls text, connected timestamptz, told uuid)
  ), recipient AS MATERIALIZED (
    SELECT given.no, given.name, given.source, email.email_name, email.company, email.owner, email.visibility,
      ${at} AS at
    FROM json_to_recordset($2::json) AS given (no int, name uuid, source uuid, company uuid, address text)
    CROSS JOIN LATERAL (
      SELECT * FROM email
      WHERE email_name = given.address AND company = given.company AND is_active AND (expiry IS NULL OR expiry > $4) OFFSET 0
    ) AS email
  ), complete AS MATERIALIZED (
    SELECT message.* FROM message JOIN (SELECT no, count(*) AS found FROM recipient GROUP BY no) AS active USING (no)
    WHERE active.found = message.expected
  ), kept AS (
    INSERT INTO message_source (name, company, raw, lz4, network, helo, tls, connected, told, creation)
    SELECT copy.source, copy.company, CASE WHEN NOT packed THEN bytes END, CASE WHEN packed THEN bytes END,
      network, helo, tls, connected, nullif(told, copy.source), $4
    FROM (
      SELECT no, packed, network, helo, tls, connected, told, substring($3::bytea FROM start FOR size) AS bytes FROM complete
    ) AS given
      JOIN (SELECT DISTINCT no, source, company FROM recipient) AS copy USING (no)
  ), stored AS (
    INSERT INTO customer_inbox (
      name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, code,
      has_attachment, creation, modified)
    SELECT recipient.name, recipient.company, recipient.owner, recipient.visibility, recipient.email_name,
      recipient.source, complete.mail_from, complete.sender, complete.subject, complete.preview, complete.code,
      complete.has_attachment, recipient.at, recipient.at
    FROM complete JOIN recipient USING (no)
    RETURNING name, company, recipients, owner, visibility, creation
  ), announced AS (
    INSERT INTO webhook_delivery (name, company, webhook, event, message, next_attempt, creation)
    SELECT gen_random_uuid(), webhook.company, webhook.name, webhook.event, stored.name, $4, stored.creation
    FROM stored JOIN webhook ON ${received}
    RETURNING name
  )
  SELECT name, owner, visibility, nullif(creation, $4) AS later, EXISTS (SELECT FROM announced) AS announced FROM stored`;

/** Each message is stamped with the time at which it is stored. */
const insertNow = { name: "insert_group", text: insertGroup("$4::timestamptz") };
/** The same, but none is stamped earlier than what its company has. */
const insertInOrder = {
  name: "insert_group_in_order",
  text: insertGroup(`greatest($4, (
        SELECT CASE WHEN modified > $4 THEN modified + interval '1 millisecond' END FROM customer_inbox
        WHERE company = given.company ORDER BY modified DESC LIMIT 1))`),
};
const newestName = { name: "newest_name", text: "SELECT name FROM customer_inbox ORDER BY name DESC LIMIT 1" };

let latest = 0;
let sequence = 0;
const nameBytes = 16;

/**
 * Returns a function that makes ascending names (RFC 9562, version 7), at most `count`. Random bytes are fetched once
 * for all of them, because fetching takes longer than the rest of making a name.
 */
function openNames(count: number): () => string {
  latest = Math.max(latest, Date.now());
  const random = randomBytes(nameBytes * count);
  let start = 0;
  return () => {
    sequence = (sequence + 1) >>> 0;
    const own = random.subarray(start, start + nameBytes);
    start += nameBytes;
    return uuid({ msecs: latest, seq: sequence, random: own });
  };
}

interface StoredRow extends Pick<Stored, "name" | "owner" | "visibility"> {
  /** When it came, if it is stamped later than the others. */
  later: Date | null;
  announced: boolean;
}

/** @returns what was stored of each message, and whether a webhook is to hear of any */
async function insert(pool: pg.Pool, statement: typeof insertNow, creation: Date, messages: Message[]) {
  let start = 1;
  const bytes: Buffer[] = [];
  const newName = openNames(2 * messages.reduce((sum, message) => sum + message.recipients.size, 0));
  const recipients = messages.flatMap((message, no) => {
    // Each company gets its own copy of the message (threat 13).
    const sources = new Map([...new Set(message.recipients.values())].map((company) => [company, newName()]));
    return [...message.recipients].map(([address, company]) => ({
      no,
      name: newName(),
      source: sources.get(company) ?? "",
      company,
      address,
    }));
  });
  const toldOf = new Map(recipients.toReversed().map(({ no, source }) => [no, source]));
  const parts = messages.map(({ raw, recipients, transport, ...message }, no) => {
    const lz4 = pack(raw);
    const kept = { packed: lz4 !== undefined, start, size: (lz4 ?? raw).length };
    bytes.push(lz4 ?? raw);
    start += kept.size;
    // The client is told of the first copy (`storedAs`).
    return { no, ...kept, ...message, ...transport, told: toldOf.get(no), expected: recipients.size };
  });
  const { rows } = await pool.query<StoredRow>({
    ...statement,
    values: [
      JSON.stringify(parts),
      JSON.stringify(recipients),
      bytes.length === 1 ? bytes[0] : Buffer.concat(bytes),
      creation,
    ],
  });
  const kept = new Map(rows.map((row) => [row.name, row]));
  const stored = messages.map((): Stored[] => []);
  for (const { no, name, source, company, address } of recipients) {
    const [row, message] = [kept.get(name), messages[no]];
    if (row === undefined || message === undefined) continue;
    const { owner, visibility, later } = row;
    const { sender, subject, preview, code, has_attachment } = message;
    stored[no]?.push({
      name,
      owner,
      visibility,
      source,
      company,
      recipients: address,
      sender,
      subject,
      preview,
      code,
      has_attachment,
      creation: later ?? creation,
    });
  }
  return { stored, announced: rows[0]?.announced ?? false };
}
