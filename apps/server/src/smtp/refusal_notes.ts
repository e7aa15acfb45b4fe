import type { SMTPServerSession } from "smtp-server";
import { type Reason, unnamed } from "../features/attempt/attempt.ts";
import type { Inbox } from "../features/inbox/inbox.ts";
import type { EarlyRefusal } from "./refusing_connection.ts";
import { lineOf, type Reply, reasonOf, replyIn } from "./reply.ts";
import { type Connection, transportOf } from "./transaction.ts";

type Recipients = Iterable<readonly [address: string, company: string | null]>;

interface Refused {
  mail_from: string;
  reply: Reply;
  reason: Reason;
  recipients: Recipients;
  /** Milliseconds since then; now by default. */
  ago?: number;
}

/** Keeps that mail was refused or put off, for people who wait for it. */
export function noteRefusal(inbox: Inbox, session: SMTPServerSession, connection: Connection, refused: Refused) {
  const { mail_from, reply, reason, recipients, ago = 0 } = refused;
  const { connected: _, ...transport } = transportOf(session, connection);
  for (const [address, company] of recipients) {
    inbox.refused({ company, address, mail_from, ...transport, code: reply.code, reply: lineOf(reply), reason, ago });
  }
}

/** The same of a transaction that did not come to its message. */
export async function noteEarlyRefusal(
  inbox: Inbox,
  connection: Connection,
  { mail_from, recipient, reply: said, ago }: EarlyRefusal,
) {
  const { session } = connection.wire;
  const reply = replyIn(said);
  const keep = (address: string, company: string | null, reason = reasonOf(reply)) =>
    noteRefusal(inbox, session, connection, { mail_from, reply, reason, recipients: [[address, company]], ago });
  if (recipient === undefined) return keep(connection.source, unnamed);
  const answer = await inbox.acceptsMail(recipient);
  // The reply says why, unless there is no such recipient.
  const refused = "reason" in answer && answer.reason !== "over_quota" ? answer.reason : undefined;
  if (answer.company !== undefined && refused !== "relay") keep(answer.address, answer.company, refused);
}
