import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import type { Reason } from "../features/attempt/attempt.ts";
import { largestForPostmaster, type PostmasterRefusal } from "../features/postmaster/postmaster.ts";
import { kbText } from "../text/kb_text.ts";

/** A reply of our own (RFC 5321 section 4.2), with its enhanced status code (RFC 3463). */
export interface Reply {
  code: number;
  status: string;
  text: string;
}

const reply = (code: number, status: string, text: string): Reply => ({ code, status, text });

export const replies = {
  relay: reply(550, "5.7.1", "We do not relay: the domain is not served here"),
  /** RFC 5321, 4.5.3.1.1. */
  localPartTooLong: reply(553, "5.1.3", "The local part is longer than 64 octets"),
  unknown: reply(550, "5.1.1", "No such address here"),
  ended: reply(550, "5.2.1", "The address is no longer active"),
  /** Some recipients ended after their RCPT was accepted. When the client sends again, those are refused at RCPT. */
  someEnded: reply(451, "4.2.1", "A recipient is no longer active, send again"),
  failed: reply(451, "4.3.0", "Temporary failure, try again later"),
  /** Heard by nobody but those who wait for the message. */
  lost: reply(451, "4.4.2", "Connection lost before the end of the message"),
  full: reply(452, "4.3.1", "Insufficient storage, try again later"),
  overQuota: (kb: number) =>
    reply(
      452,
      "4.2.2",
      `The company has received its ${kbText(kb)} of mail for today; mail is accepted again at 00:00 UTC`,
    ),
  /** The same of a message for several companies. When the client sends again, those recipients are put off at RCPT. */
  someOverQuota: reply(451, "4.2.2", "A recipient accepts no more mail today, send again"),
  busy: reply(452, "4.3.2", "Too much mail at once, try again later"),
  parameter: reply(555, "5.5.4", "Parameter not supported"),
  tooLarge: (bytes: number) => reply(552, "5.3.4", `Message is larger than ${bytes} bytes`),
  tooManyConnections: reply(421, "4.7.0", "Too many connections from your address"),
  crowded: reply(421, "4.3.2", "Too many connections, try again in a moment"),
  tooManyErrors: reply(421, "4.7.0", "Too many errors"),
  tooSlow: reply(421, "4.4.2", "Transaction took too long"),
  shuttingDown: reply(421, "4.3.2", "Shutting down, try again soon"),
  commandTooLong: reply(421, "4.7.0", "Command line too long"),
  noRecipient: reply(503, "5.5.1", "Need RCPT first"),
  chunkSyntax: reply(501, "5.5.4", "Syntax: BDAT size [LAST]"),
  dataAmidChunks: reply(503, "5.5.1", "The message was begun with BDAT, so DATA cannot continue it"),
  dataOfBinary: reply(503, "5.5.1", "BODY=BINARYMIME needs BDAT"),
  recipientAmidChunks: reply(503, "5.5.1", "The message has begun"),
  loginTaken: reply(235, "2.7.0", "Authentication succeeded"),
  loginSyntax: reply(501, "5.5.4", "Syntax: AUTH mechanism [initial response]"),
  loginMechanism: reply(504, "5.5.4", "Authentication mechanism not offered"),
  loginCancelled: reply(501, "5.7.0", "Authentication canceled"),
  notBase64: reply(501, "5.5.2", "Cannot decode the response"),
  loginTooLong: reply(500, "5.5.6", "Authentication exchange line is too long"),
  loggedIn: reply(503, "5.5.1", "Already authenticated"),
  loginInTransaction: reply(503, "5.5.1", "AUTH is not permitted during a mail transaction"),
} as const;

/** Destroys the stream of a message that is refused before its end. */
export class RefusedMessage extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super(reply.text);
    this.reply = reply;
  }
}

/** A reply as the client got it. */
export const lineOf = ({ code, status, text }: Reply) => `${code} ${status} ${text}`;

/** Reads such a line; one without an enhanced status code has none. */
export function replyIn(line: string): Reply {
  const [, code = "451", status = "", text = ""] = /^(\d{3}) ?(\d\.\d{1,3}\.\d{1,3})? ?(.*)$/s.exec(line) ?? [];
  return { code: Number(code), status, text };
}

/** Why mail was not taken, by the reply that said so. */
export function reasonOf({ code, status }: Reply): Reason {
  if (status === tooManyRecipients) return "too_many_recipients";
  if (/^5\.[15]\.[247]$/.test(status) || code === 501 || code === 555) return "syntax";
  if (code === 552 || status === "5.3.4") return "too_large";
  if (status === replies.ended.status || status === replies.someEnded.status) return "ended";
  if (status === replies.full.status) return "full";
  if (status === replies.someOverQuota.status) return "over_quota";
  if (status === replies.lost.status) return "lost";
  return status === replies.busy.status ? "busy" : "failed";
}

/** The status of smtp-server's 452 for a recipient over the limit. */
const tooManyRecipients = "4.5.3";

export const postmasterReplies: Record<PostmasterRefusal["reason"], Reply> = {
  full: reply(452, "4.2.2", "The postmaster's mailbox is full, try again later"),
  frequent: reply(451, "4.7.1", "Too much mail for the postmaster, try again later"),
  large: replies.tooLarge(largestForPostmaster),
  looping: reply(554, "5.4.6", "Too many hops: the message is in a loop"),
};

const diskFull = new Set(["53100", "53200", "ENOSPC"]);

/** A failure of our own is temporary, and the client is told no details (threats 2 and 3). */
export const replyToFailure = (error: unknown): Reply =>
  diskFull.has(String((error as { code?: unknown })?.code)) ? replies.full : replies.failed;

/**
 * The form in which smtp-server takes a reply. smtp-server knows one enhanced code for each basic code, and writes what
 * `responseCode` holds; 421 must stay a number, because that makes smtp-server close the connection.
 */
export function asError({ code, status, text }: Reply): Error & { responseCode: number } {
  const responseCode = code === 421 ? code : (`${code} ${status}` as unknown as number);
  return Object.assign(new Error(text), { responseCode });
}

/** Sends a reply as it is. */
export const give = (wire: SMTPConnection, { code, status, text }: Reply): void =>
  wire.send(code, `${status} ${text}`, false);

/** Ends a connection with a reply that answers no command. */
export function hangUp(wire: SMTPConnection, reply: Reply) {
  give(wire, reply);
  wire.close();
}
