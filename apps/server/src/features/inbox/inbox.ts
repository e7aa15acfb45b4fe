import { asciiDomain, type WebhookEventData } from "@mayfly/contracts";
import { LRUCache } from "lru-cache";
import { validate as isUuid, NIL } from "uuid";
import type { Clock } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { Throttle } from "../../limits/rate_limit.ts";
import { type Extract, extractedBytes } from "../../mail/extract.ts";
import { headOf } from "../../mail/mime/head.ts";
import type { Messages } from "../../mail/stored_messages.ts";
import { Parser, type ParserLimits } from "../../mail/threads/parser.ts";
import type { Metrics } from "../../monitoring/metrics.ts";
import { Refusal } from "../../refusal.ts";
import { type Attempt, openAttemptLog, type Transport } from "../attempt/attempt.ts";
import { type EmailRow, takesMail } from "../email/email.ts";
import { readable, withoutTag } from "../email/rights.ts";
import {
  forgetForPostmaster,
  isPostmaster,
  keepForPostmaster,
  type MailForPostmaster,
  PostmasterRefusal,
} from "../postmaster/postmaster.ts";
import { checkBlocks, countBlocks } from "./deep_pages.ts";
import { type MailQuota, OverQuota, openMailQuota } from "./mail_quota.ts";
import { deleteUnusedSources, loadSource } from "./message_source.ts";
import { type MessagesOptions, openMessages } from "./messages.ts";
import { type Kept, messageOf } from "./packed.ts";
import { AddressEnded, MessageStore, type Stored } from "./store_messages.ts";
import { forgetTimelines, noteOpened } from "./timeline.ts";

export {
  AddressEnded,
  checkBlocks,
  countBlocks,
  deleteUnusedSources,
  forgetTimelines,
  OverQuota,
  PostmasterRefusal,
  type Stored,
};

/** Why mail for an address is refused, and whose name it is. */
export type Refused = NotTaken | PutOff;

interface NotTaken {
  /** Its domain is not served here, the address does not exist, or it has ended. */
  reason: "relay" | "unknown" | "ended";
  /** In its stored form; empty for one that is none. */
  address: string;
  /** Undefined: nobody's; null: the platform's. */
  company?: string | null;
}

/** Its company has received all the mail that its plan allows on this day. */
interface PutOff {
  reason: "over_quota";
  address: string;
  company: string;
  /** What the plan allows a day. Thousands of bytes. */
  allowedKb: number;
}

/** An address in its stored form, and its company; null: the operator's, who is the postmaster. */
export interface Accepted {
  address: string;
  company: string | null;
}

export interface Envelope {
  mail_from: string;
  /** The network that it comes from. */
  source: string;
  transport: Transport;
  /** Addresses that were accepted, each with its company. */
  recipients: Map<string, string | null>;
}

/** What the SMTP receiver asks of the product. */
export interface Inbox {
  /** Keeps that mail for an address was refused or put off. */
  refused(attempt: Attempt): void;
  /** Returns whose the address is, or why mail for it is refused now. */
  acceptsMail(address: string): Promise<Accepted | Refused>;
  /**
   * Stores a message for all its recipients or for none. The message is on disk when the promise is fulfilled.
   * @returns the id that the client is told, and the names of the rows in inboxes
   * @throws AddressEnded, OverQuota, PostmasterRefusal, or the database's own error
   */
  receive(envelope: Envelope, raw: Buffer): Promise<{ id: string; messages: string[] }>;
}

export interface InboxOptions extends MessagesOptions {
  clock: Clock;
  /** For the message store's own connections to Postgres. */
  databaseUrl: string;
  metrics: Pick<Metrics, "parse" | "commit" | "commitMessages">;
  throttle: Throttle;
  defaultDomains: string[];
  parse: ParserLimits;
  /** RATE_LIMIT_FACTOR. */
  limitFactor: number;
  /** Called when attempts to send mail could not be kept. */
  onAttemptsLost(error: unknown): void;
  /** Called when it could not be written how much mail has come. It is written later. */
  onUncounted(error: unknown): void;
  /** Called with messages after they are on disk. */
  onStored(stored: Stored[]): void;
}

/**
 * Reads the messages with these names for webhooks. Deleted messages are missing from the map. Each message has its own
 * promise, so that one that takes long to read does not delay the others.
 */
export type LoadEventData = (names: string[]) => Promise<Map<string, Promise<MessageEventData>>>;
export type MessageEventData = Omit<WebhookEventData<"email.received">, "link">;

export interface RunningInbox extends Inbox {
  messages: Messages;
  loadEventData: LoadEventData;
  /** Whether mail arrives faster than it can be stored, so that work which can wait should give way to it. */
  crowded(): boolean;
  /**
   * Does once what the first message would wait for: threads, modules, connections and the plans of queries.
   * @param shown whether this process shows mail, and not only takes it in
   */
  warmUp(shown: boolean): Promise<void>;
  /** How many messages have come in, stored or not. */
  received(): number;
  close(): Promise<void>;
}

/**
 * How long RCPT may be answered from a cache that does not notice when an address is deactivated. The insert checks the
 * address again, so no message is stored on a stale answer. Milliseconds.
 */
const rcptCacheMilliseconds = 2_000;
const rememberedAddresses = 10_000;

/** An address and a message that there cannot be (RFC 6761 section 6.4). */
const nobody = "nobody@mayfly.invalid";

/**
 * Mail counts as arriving faster than the machine can store it when a message finds this many others waiting, on average
 * of the latest so many messages. An average, because messages wait in groups: just after a commit there are few.
 */
const crowd = { waiting: 5, ofLatest: 32 };
/** Once no message has come for so long, the crowd is over. Milliseconds. */
const lull = 500;

export function openInbox(options: InboxOptions): RunningInbox {
  const parser: Parser = new Parser(options.parse, options.imageKey, (messages) => store.isWorthwhile(messages));
  const store = new MessageStore(options.databaseUrl, options.clock, options.metrics, () => parser.goOn());
  const quota = openMailQuota({ ...options, onFailure: options.onUncounted });
  const acceptsMail = acceptance(options, quota);
  const attempts = openAttemptLog(options, options.onAttemptsLost);
  const keep = (mail: Omit<MailForPostmaster, "head">) =>
    keepForPostmaster(options, { ...mail, head: headOf(mail.raw).toString("latin1") });
  let waiting = 0;
  let received = 0;
  let averageWaiting = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return {
    acceptsMail,
    async receive({ mail_from, source, transport, recipients: given }, raw) {
      const [recipients, operators] = divide(given);
      const [company = ""] = recipients.values();
      averageWaiting += (waiting - averageWaiting) / crowd.ofLatest;
      latest = performance.now();
      const settle = await quota.take(recipients.values(), raw.length);
      let isStored = false;
      waiting += 1;
      received += 1;
      try {
        const parsed = options.metrics.parse.startTimer();
        const summary = await parser.summarise(raw, company);
        parsed();
        // First, since it may be refused. If the inboxes then do not get it, nobody does.
        const { sender, subject } = summary;
        const forOperator = { recipients: operators, mail_from, source, sender, subject, raw };
        const kept = operators.length === 0 ? undefined : await keep(forOperator);
        if (kept !== undefined && recipients.size === 0) return { id: kept, messages: [] };
        try {
          const stored = await store.store({ ...summary, mail_from, transport, recipients, raw });
          isStored = true;
          options.onStored(stored);
          return { id: `${stored[0]?.source}`, messages: stored.map(({ name }) => name) };
        } catch (error) {
          if (kept !== undefined) await forgetForPostmaster(options.rootDb, kept);
          throw error;
        }
      } finally {
        waiting -= 1;
        settle(isStored);
      }
    },
    messages: openMessages(options, parser),
    loadEventData: (names) => readForWebhooks(options.rootDb, parser, names),
    crowded: () => averageWaiting >= crowd.waiting && performance.now() - latest < lull,
    received: () => received,
    async warmUp(shown) {
      // What fails here fails again where it is needed, and is reported there.
      await Promise.allSettled([
        parser.warmUp(shown),
        store.warmUp(),
        acceptsMail(nobody),
        shown && loadSource(options.rootDb, NIL),
      ]);
    },
    refused: attempts.note,
    async close() {
      await attempts.close();
      await quota.close();
      await store.close();
      await parser.close();
    },
  };
}

/** The companies' recipients, and the operator's. */
function divide(given: Envelope["recipients"]): [recipients: Map<string, string>, operators: string[]] {
  const recipients = new Map<string, string>();
  const operators: string[] = [];
  for (const [address, company] of given) {
    if (company === null) operators.push(address);
    else recipients.set(address, company);
  }
  return [recipients, operators];
}

async function readForWebhooks(rootDb: RootDatabase, parser: Parser, names: string[]): ReturnType<LoadEventData> {
  // Long messages are loaded later, each at its turn, so that they are not all in memory at once.
  const rows = await rootDb.$queryRaw<
    (Omit<MessageEventData, keyof Extract | "creation" | "size"> &
      Kept & { company: string; creation: Date; source: string; raw_size: number | null })[]
  >`
    SELECT inbox.name::text, inbox.company::text, recipients, owner, visibility::text, sender, mail_from, subject, preview, code,
      has_attachment::int, inbox.creation, source::text, octet_length(raw) AS raw_size,
      CASE WHEN octet_length(raw) <= ${extractedBytes}::int THEN raw END AS raw, lz4
    FROM customer_inbox AS inbox JOIN message_source ON message_source.name = inbox.source
    WHERE inbox.name = ANY(${names}::uuid[])`;
  const read = async ({
    raw,
    lz4,
    raw_size,
    source,
    company,
    creation,
    ...row
  }: (typeof rows)[number]): Promise<MessageEventData> => {
    const short = raw || lz4 ? messageOf({ raw, lz4 }) : undefined;
    const size = short?.length ?? raw_size ?? 0;
    const extract = await parser.extract(company, short ?? (() => loadSource(rootDb, source)));
    return { ...row, size, creation: creation.toISOString(), ...extract };
  };
  return new Map(rows.map((row) => [row.name, read(row)]));
}

/** @throws Refusal when the caller may not read the message */
export async function readableMessage(
  { db, member }: Pick<MemberContext, "member"> & { db: Pick<MemberContext["db"], "customerInbox"> },
  name: string,
) {
  const AND = readable(member);
  const row = isUuid(name) ? await db.customerInbox.findFirst({ where: { name, AND } }) : null;
  if (row === null) throw Refusal.notFound();
  return row;
}

/** Those of the messages that the caller may read. */
export const readableMessages = (
  { db, member }: Pick<MemberContext, "member"> & { db: Pick<MemberContext["db"], "customerInbox"> },
  names: string[],
) => db.customerInbox.findMany({ where: { AND: [readable(member), { name: { in: names } }] } });

/** Which of the messages have not been deleted. Looked up one by one: a list of names may have all mail of a company read. */
export async function keptMessages(
  { db, company }: { db: Transaction; company: string },
  names: string[],
): Promise<Set<string>> {
  const kept = await sql(db)<{ name: string }>`
    SELECT kept.name::text FROM unnest(${names}::uuid[]) AS one (name) CROSS JOIN LATERAL (
      SELECT name FROM customer_inbox WHERE name = one.name AND company = ${company}::uuid OFFSET 0
    ) AS kept`;
  return new Set(kept.map(({ name }) => name));
}

/** Remembers whether the caller has opened a message, and tells their browsers when they have. */
export async function markSeen(context: MemberContext, name: string, seen: boolean): Promise<void> {
  const { db, member, clock, tellSeen } = context;
  const { company, name: who } = member;
  if (seen) {
    if (await noteOpened(db, { message: name, company, who, now: clock() })) tellSeen(who, name);
    return;
  }
  await sql(db)`
    UPDATE customer_inbox SET _seen = array_remove(_seen, ${who})
    WHERE name = ${name}::uuid AND company = ${company}::uuid`;
}

/**
 * The name of a message's source.
 * @throws Refusal when the caller may not read the message
 */
export async function sourceOfMessage(context: MemberContext, name: string): Promise<string> {
  return (await readableMessage(context, name)).source;
}

/** Whose an address is, unless the company takes no more mail today. */
function acceptance(options: InboxOptions, quota: MailQuota): Inbox["acceptsMail"] {
  const lookUp = addresses(options);
  return async (given) => {
    const answer = await lookUp(given);
    if ("reason" in answer || answer.company === null) return answer;
    const { address, company } = answer;
    const allowedKb = await quota.usedUp(company);
    return allowedKb === undefined ? answer : { reason: "over_quota", address, company, allowedKb };
  };
}

function addresses({ rootDb, clock, defaultDomains }: InboxOptions): (given: string) => Promise<Accepted | NotTaken> {
  const ownDomains = new Set(defaultDomains);
  const seen = new LRUCache<string, Pick<EmailRow, "company" | "is_active" | "expiry">>({
    max: rememberedAddresses,
    ttl: rcptCacheMilliseconds,
  });
  const remembers = (address: string) => {
    const known = seen.get(address);
    // An address that has expired since it was cached may have been activated again, so the database is asked.
    return known !== undefined && takesMail(known, clock()) ? { address, company: known.company } : undefined;
  };
  // Prisma makes one query of two such calls.
  const lookUp = (email_name: string) =>
    rootDb.email.findUnique({
      where: { email_name },
      select: { email_name: true, company: true, is_active: true, expiry: true },
    });
  return async (given) => {
    const ordinary = remembers(given.toLowerCase());
    if (ordinary) return ordinary;
    const at = given.lastIndexOf("@");
    const local = (at < 0 ? given : given.slice(0, at)).toLowerCase();
    const domain = at < 0 ? undefined : asciiDomain(given.slice(at + 1));
    const plain = withoutTag(local);
    if (isPostmaster(plain ?? local, domain, ownDomains)) {
      return { address: domain === undefined ? "postmaster" : `postmaster@${domain}`, company: null };
    }
    // Without a domain, any other name would be a mailbox of this host.
    if (domain === undefined) return { reason: "unknown", address: "" };
    const address = `${local}@${domain}`;
    const known = remembers(address);
    if (known) return known;
    const [whole, tagged] = await Promise.all([
      lookUp(address),
      plain === undefined ? null : lookUp(`${plain}@${domain}`),
    ]);
    const email = whole ?? tagged;
    if (email === null) {
      // The name to which mail for a sub-address would come.
      const missing = { reason: "unknown" as const, address: `${plain ?? local}@${domain}` };
      if (ownDomains.has(domain)) return { ...missing, company: null };
      const own = await rootDb.domain.findUnique({ where: { domain_name: domain, is_verified: true } });
      return own ? { ...missing, company: own.company } : { reason: "relay", address };
    }
    if (!takesMail(email, clock())) return { reason: "ended", address: email.email_name, company: email.company };
    // A sub-address is not remembered: it may become an address of its own at any time, and most are used once.
    if (whole) seen.set(address, email);
    return { address: email.email_name, company: email.company };
  };
}
