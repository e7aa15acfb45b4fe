import type { Logger } from "pino";
import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { storedAs } from "../features/attempt/attempt.ts";
import { AddressEnded, type Envelope, type Inbox, OverQuota, PostmasterRefusal } from "../features/inbox/inbox.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { throttledLog } from "../monitoring/throttled_log.ts";
import { collectGarbage } from "../process/collect_garbage.ts";
import type { Incoming } from "./incoming.ts";
import { postmasterReplies, replies, replyToFailure } from "./reply.ts";
import { type Connection, transportOf } from "./transaction.ts";

/** What counts as a large message, and how many bytes of them are worth a collection of their garbage. */
const largeBytes = 1024 * 1024;
const collectedBytes = 8 * 1024 * 1024;

/**
 * Takes in the messages of the receiver. What it returns collects one and has it stored; it resolves to the text of the 250, or
 * throws the Reply to give instead.
 */
export function openIntake(inbox: Inbox, incoming: Incoming, metrics: Metrics, log: Logger) {
  const cannotStore = throttledLog(log, "message cannot be stored");
  /** Bytes of large messages since their garbage was collected last. */
  let large = 0;

  /** Storing a message leaves behind copies of it, outside V8's heap. */
  function tidy(bytes: number) {
    large += bytes;
    if (large < collectedBytes) return;
    large = 0;
    setImmediate(collectGarbage);
  }

  return async (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    connection: Connection,
    { mail_from, recipients }: Pick<Envelope, "mail_from" | "recipients">,
  ): Promise<string> => {
    const { wire, source } = connection;
    const raw = await incoming.collect(stream, wire, source);
    // Kept, because a message that has been given back has none.
    const bytes = raw.length;
    const transport = transportOf(session, connection);
    try {
      // A 250 promises that somebody has the message.
      if (recipients.size === 0) throw new Error("no recipient is known");
      const { id, messages } = await inbox.receive({ mail_from, source, transport, recipients }, raw);
      // Not after a failure: something may still be reading the buffer then.
      incoming.giveBack(raw);
      metrics.mailReceived.inc();
      metrics.mailBytes.inc(bytes);
      // The names of the stored rows, as the log of live events and webhook deliveries has them.
      log.info({ session: session.id, source: id, messages, bytes, from: session.remoteAddress }, "message received");
      return storedAs(id);
    } catch (error) {
      if (error instanceof AddressEnded) throw error.all ? replies.ended : replies.someEnded;
      if (error instanceof OverQuota) {
        throw error.allowedKb === undefined ? replies.someOverQuota : replies.overQuota(error.allowedKb);
      }
      if (error instanceof PostmasterRefusal) throw postmasterReplies[error.reason];
      cannotStore({ err: error, session: session.id });
      throw replyToFailure(error);
    } finally {
      incoming.settle(source, bytes);
      if (bytes > largeBytes) tidy(bytes);
    }
  };
}
