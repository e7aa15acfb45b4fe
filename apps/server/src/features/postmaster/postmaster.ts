import { validate as isUuid, v7 as uuid } from "uuid";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { daysBefore } from "../../clock.ts";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { enqueue, type JobContext, mailJob } from "../../job.ts";
import type { Throttle } from "../../limits/rate_limit.ts";
import { Refusal } from "../../refusal.ts";

/** How much mail for the postmaster is kept, and how large one may be: strangers send it. Bytes. */
const limits = { messages: 1_000, bytes: 256 * 1024 * 1024, size: 1024 * 1024 };
const keptDays = 30;
/** A message that has been through more mail servers is in a loop (RFC 5321, 6.3). */
const mostHops = 100;

/** Why mail for the postmaster is refused. */
export class PostmasterRefusal extends Error {
  readonly reason: "full" | "frequent" | "large" | "looping";
  constructor(reason: PostmasterRefusal["reason"]) {
    super(`the postmaster's mail is ${reason}`);
    this.reason = reason;
  }
}
export const largestForPostmaster = limits.size;

/**
 * Whether an address, in lower case, is that of the postmaster, which every mail server must have (RFC 5321, 4.5.1).
 * On the platform's domains that is the operator; on a company's own, it is an address like any other.
 * @param domain undefined when the client named none
 */
export const isPostmaster = (local: string, domain: string | undefined, ownDomains: Set<string>): boolean =>
  local === "postmaster" && (domain === undefined || ownDomains.has(domain));

export interface MailForPostmaster {
  recipients: string[];
  mail_from: string;
  sender: string;
  subject: string;
  raw: Buffer;
  /** Its header, as far as it is read. */
  head: string;
  /** The client's network. */
  source: string;
}

/**
 * Keeps a message for the operator, and queues that it is forwarded, if it may be. It is on disk when the promise is
 * fulfilled.
 * @returns its name
 * @throws PostmasterRefusal, or the database's own error
 */
export async function keepForPostmaster(
  { rootDb, clock, throttle }: { rootDb: RootDatabase; clock: Clock; throttle: Throttle },
  { recipients, mail_from, sender, subject, raw, head, source }: MailForPostmaster,
): Promise<string> {
  if (raw.length > limits.size) throw new PostmasterRefusal("large");
  if ((head.match(/^received[ \t]*:/gim)?.length ?? 0) > mostHops) throw new PostmasterRefusal("looping");
  await throttle.use(["postmaster_source", source], ["postmaster", ""]).catch((error) => {
    throw error instanceof Refusal ? new PostmasterRefusal("frequent") : error;
  });
  const name = uuid();
  await rootDb.$transaction(async (tx) => {
    // One at a time, so that each counts the others.
    await sql(tx)`SELECT pg_advisory_xact_lock(hashtext('postmaster_mail'))::text`;
    const [kept] = await sql(tx)<{ messages: number; bytes: number }>`
      SELECT count(*)::int AS messages, coalesce(sum(octet_length(raw)), 0)::float AS bytes FROM postmaster_mail`;
    if (kept === undefined || kept.messages >= limits.messages || kept.bytes + raw.length > limits.bytes) {
      throw new PostmasterRefusal("full");
    }
    await tx.postmasterMail.create({
      data: {
        ...{ name, recipients: recipients.join(", "), mail_from, sender, subject },
        ...{ raw: new Uint8Array(raw), creation: clock() },
      },
    });
    if (!isAutomatic(mail_from, head)) await enqueue(tx, forwardToPostmaster, { name });
  });
  return name;
}

/**
 * Whether a program wrote a mail: a bounce, or what says so (RFC 3834), as what we forward does. It is kept, but not
 * forwarded, since it may be the answer to what was.
 */
const isAutomatic = (mail_from: string, head: string) =>
  mail_from === "" || /^auto-submitted[ \t]*:(?![ \t]*no\b)/im.test(head);

/** Forwards a message in a mail of our own, as a file: a relay takes only senders that it knows. */
export const forwardToPostmaster = mailJob(
  "postmaster/forward",
  z.object({ name: z.uuid() }),
  async ({ rootDb, postmaster, sendMail }, { name }) => {
    if (postmaster === undefined) return;
    const mail = await rootDb.postmasterMail.findUnique({ where: { name } });
    // Deleted meanwhile.
    if (mail === null) return;
    await sendMail({
      to: postmaster,
      subject: `Mail for ${mail.recipients}`,
      preheader: `From ${mail.sender}: ${mail.subject}`,
      paragraphs: [`From: ${mail.sender} (${mail.mail_from})`, `Subject: ${mail.subject}`, "The message is attached."],
      reason: "You get this because the setting POSTMASTER of this Mayfly server names your address.",
      enclosed: Buffer.from(mail.raw),
    });
    await rootDb.postmasterMail.deleteMany({ where: { name } });
  },
);

/** Forgets a message that was kept for the operator, and is not taken after all. */
export const forgetForPostmaster = (rootDb: RootDatabase, name: string) =>
  rootDb.postmasterMail.deleteMany({ where: { name } });

export const deleteOldPostmasterMail = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">) =>
  rootDb.postmasterMail.deleteMany({ where: { creation: { lt: daysBefore(clock(), keptDays) } } });

/** One line a mail, the oldest first. */
export async function listPostmasterMail(rootDb: RootDatabase): Promise<string> {
  const select = { name: true, creation: true, recipients: true, sender: true, subject: true };
  const rows = await rootDb.postmasterMail.findMany({ select, orderBy: { name: "asc" } });
  if (rows.length === 0) return "There is no mail for the postmaster.";
  const oneLine = (text: string) => text.replace(/\s+/g, " ");
  return rows
    .map(({ name, creation, ...mail }) =>
      [name, creation.toISOString(), ...[mail.recipients, mail.sender, mail.subject].map(oneLine)].join("  "),
    )
    .join("\n");
}

/** The text of a mail as it came, below its envelope sender; undefined when there is none with this name. */
export async function readPostmasterMail(rootDb: RootDatabase, name: string): Promise<string | undefined> {
  const mail = isUuid(name) ? await rootDb.postmasterMail.findUnique({ where: { name } }) : null;
  return mail === null ? undefined : `Return-Path: <${mail.mail_from}>\n${Buffer.from(mail.raw)}`;
}

/** @returns what it did; undefined when there is no mail with this name */
export async function deletePostmasterMail(rootDb: RootDatabase, name: string): Promise<string | undefined> {
  const { count } = isUuid(name) ? await rootDb.postmasterMail.deleteMany({ where: { name } }) : { count: 0 };
  return count === 0 ? undefined : `${name} is deleted.`;
}
