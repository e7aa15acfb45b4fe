import type { SMTPServerSession } from "smtp-server";
import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import type { Transport } from "../features/attempt/attempt.ts";
import type { Accepted } from "../features/inbox/inbox.ts";
import { type Reply, replyIn } from "./reply.ts";

/** What the receiver knows about one connection, in addition to smtp-server's session. */
export interface Connection {
  wire: SMTPConnection;
  /** The client's network (`networkOf`), by which the limits count. */
  source: string;
  began: Date;
  /**
   * Ends the connection when it completes no transaction in time, however busy it looks (threat 7). Undefined for a
   * connection that was refused.
   */
  deadline?: NodeJS.Timeout;
  /** Accepted recipients of the transaction, by the address as the client gave it, in lower case. */
  accepted: Map<string, Accepted>;
}

export const senderOf = ({ envelope }: SMTPServerSession) =>
  envelope.mailFrom ? envelope.mailFrom.address.toWellFormed() : "";

/** RFC 5321 lets a client name a recipient twice; the recipient gets the message once. */
export const recipientsOf = ({ envelope }: SMTPServerSession, { accepted }: Connection): Map<string, string | null> =>
  new Map(
    envelope.rcptTo.flatMap(({ address }) => {
      const known = accepted.get(address.toLowerCase());
      return known ? [[known.address, known.company] as const] : [];
    }),
  );

/** The reply with which a connection was closed amid a message, if there was one. */
export const lastWord = ({ error }: SMTPServerSession): Reply | undefined =>
  error?.startsWith("421") ? replyIn(error) : undefined;

/** Characters of what a client calls itself. */
const longestName = 255;

export const transportOf = (session: SMTPServerSession, { source, began, wire }: Connection): Transport => ({
  network: source,
  helo: String(session.hostNameAppearsAs || "")
    .slice(0, longestName)
    .replaceAll("\0", "")
    .toWellFormed(),
  tls: session.secure && wire.tlsOptions ? (wire.tlsOptions.version ?? "TLS") : "",
  connected: began,
});

/** RFC 5321, 4.5.3.1.1. Octets. */
export const longestLocalPart = 64;

/** MAIL parameters of the extensions that EHLO announces. They define none for RCPT. */
export const extensionParameters = ["SIZE", "BODY", "SMTPUTF8"];

/** A client takes a parameter that was not refused for granted, so any other is refused (RFC 5321, 4.1.1.11). */
export const isOffered = (args: object | false | undefined, offered: string[]) =>
  Object.keys(args || {}).every((parameter) => offered.includes(parameter));
