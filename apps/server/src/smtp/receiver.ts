import type { Server } from "node:net";
import type { Logger } from "pino";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { type Reason, storedAs, type Transport, unnamed } from "../features/attempt/attempt.ts";
import {
  type Accepted,
  AddressEnded,
  type Envelope,
  type Inbox,
  OverQuota,
  PostmasterRefusal,
} from "../features/inbox/inbox.ts";
import { Counter } from "../limits/counter.ts";
import { networkOf } from "../limits/rate_limit.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { throttledLog } from "../monitoring/throttled_log.ts";
import { collectGarbage } from "../process/collect_garbage.ts";
import { cannotListen } from "../process/start_error.ts";
import { longestLine, MailConnection } from "./connection.ts";
import { openIncoming } from "./incoming.ts";
import { type KeyFiles, readKeyPair, watchKeyPair } from "./key_pair.ts";
import type { EarlyRefusal } from "./refusing_connection.ts";
import {
  asError,
  hangUp,
  lineOf,
  postmasterReplies,
  type Reply,
  reasonOf,
  replies,
  replyIn,
  replyToFailure,
} from "./reply.ts";

export interface ReceiverOptions {
  host: string;
  port: number;
  /** Announced in the greeting. */
  hostname: string;
  /** Without them STARTTLS is not offered, because smtp-server's own key is public (threat 11). */
  tls?: KeyFiles;
  /** Whether AUTH is offered, and answered with success whatever the login is. */
  takesAnyLogin: boolean;
  maxMessageBytes: number;
  maxRecipients: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  maxErrors: number;
  maxBytesInFlight: number;
  idleMilliseconds: number;
  transactionMilliseconds: number;
}

export interface Receiver {
  port: number;
  /**
   * Takes no new connections and no new messages, and lets messages that end soon finish. Every connection is closed with
   * 421, as soon as it has no message: senders try again.
   */
  stop(): Promise<void>;
}

/** What the receiver knows about one connection, in addition to smtp-server's session. */
interface Connection {
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

type Done = (error?: Error | null, text?: string) => void;

/**
 * The SMTP receiver (RFC 5321). It speaks the protocol only; the inbox decides which mail to accept. It sends a 250
 * only after the message is on disk, and 4xx for a failure of our own (invariant 1).
 */
export async function startReceiver(
  inbox: Inbox,
  options: ReceiverOptions,
  metrics: Metrics,
  log: Logger,
): Promise<Receiver> {
  // By session id, refused connections included.
  const connections = new Map<string, Connection>();
  const served = new Counter();
  const open = new Counter();
  const incoming = openIncoming(options);
  /** Connections with a message that is coming in or being stored. */
  const receiving = new Set<SMTPConnection>();
  /** Bytes of large messages since their garbage was collected last. */
  let large = 0;
  let stopping = false;
  let whenIdle: (() => void) | undefined;

  const cannotAnswer = throttledLog(log, "RCPT cannot be answered");
  const cannotStore = throttledLog(log, "message cannot be stored");
  metrics.watch("smtp_connections", "Open SMTP connections", () => served.all);
  metrics.watch("smtp_bytes_in_flight", "Bytes of messages that are coming in", incoming.bytes);

  const mailParameters = [...extensionParameters, ...(options.takesAnyLogin ? ["AUTH"] : [])];
  const pair = options.tls && readKeyPair(options.tls, log);
  const server = new SMTPServer({
    name: options.hostname,
    banner: "Mayfly",
    heloResponse: "%s",
    disabledCommands: [
      ...(options.takesAnyLogin ? [] : ["AUTH"]),
      ...(options.tls ? [] : ["STARTTLS"]),
      ...["HELP", "WIZ", "SHELL", "KILL"],
    ],
    authMethods: ["PLAIN", "LOGIN"],
    authOptional: true,
    ...pair,
    size: options.maxMessageBytes,
    maxRecipients: options.maxRecipients,
    maxCommandLength: longestLine,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: options.idleMilliseconds,
    closeTimeout: closeTimeoutMs,
    disableReverseLookup: true,
    // Many senders have addresses that no RFC allows, and a sender is only text here. Recipients are looked up.
    lenientAddressParsing: true,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: true,
    hideREQUIRETLS: true,
    logger: false,

    onConnect(session, done) {
      const connection = connections.get(session.id);
      if (connection === undefined) return done(asError(replies.failed));
      const { wire, source } = connection;
      if (server.connections.size > options.maxConnections) return done(asError(replies.crowded));
      if (served.count(source) >= options.maxConnectionsPerAddress) return done(asError(replies.tooManyConnections));
      served.add(source);
      connection.deadline = setTimeout(() => hangUp(wire, replies.tooSlow), options.transactionMilliseconds).unref();
      done();
    },

    onClose(session) {
      const connection = connections.get(session.id);
      if (connection === undefined) return;
      connections.delete(session.id);
      open.remove(connection.source);
      clearTimeout(connection.deadline);
      if (connection.deadline) served.remove(connection.source);
    },

    onMailFrom({ args }, session, done) {
      if (!isOffered(args, mailParameters)) return done(asError(replies.parameter));
      const connection = connections.get(session.id);
      if (connection) connection.accepted = new Map();
      if (connection && !incoming.hasRoomFor(connection.source, 1)) return done(asError(replies.busy));
      done();
    },

    onRcptTo({ address: given, args }, session, done) {
      if (!isOffered(args, [])) return done(asError(replies.parameter));
      if (Buffer.byteLength(given.replace(/@[^@]*$/, "")) > longestLocalPart) {
        return done(asError(replies.localPartTooLong));
      }
      const connection = connections.get(session.id);
      if (connection === undefined) return done(asError(replies.failed));
      inbox.acceptsMail(given).then(
        (answer) => {
          if ("reason" in answer) {
            const { reason, address, company } = answer;
            const reply = reason === "over_quota" ? replies.overQuota(answer.allowedKb) : replies[reason];
            if (reason !== "relay" && company !== undefined) {
              note(session, connection, senderOf(session), reply, reason, [[address, company]]);
            }
            return done(asError(reply));
          }
          log.debug({ session: session.id, address: answer.address }, "RCPT accepted");
          connection.accepted.set(given.toLowerCase(), answer);
          done();
        },
        (error) => {
          cannotAnswer({ err: error, session: session.id });
          done(asError(replyToFailure(error)));
        },
      );
    },

    onData(stream, session, done) {
      const connection = connections.get(session.id);
      if (connection === undefined) return done(asError(replies.failed));
      const { wire } = connection;
      // Read now: once a connection is closed, nothing tells for whom its message was.
      const mail_from = senderOf(session);
      const recipients = recipientsOf(session, connection);
      receiving.add(wire);
      const finish: Done = (error, text) => {
        receiving.delete(wire);
        // A message that the client gave up completes nothing.
        if (!stream.destroyed) connection.deadline?.refresh();
        done(error, text);
        if (stopping) hangUp(wire, replies.shuttingDown);
        if (receiving.size === 0) whenIdle?.();
      };
      receive(stream, session, connection, { mail_from, recipients }).then(
        (text) => finish(null, text),
        (reply: Reply) => {
          const said = reply === replies.lost ? (lastWord(session) ?? reply) : reply;
          note(session, connection, mail_from, said, reasonOf(reply), recipients);
          finish(asError(reply));
        },
      );
    },
  });

  /** @returns the text of the 250, or throws the Reply to give instead */
  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    connection: Connection,
    { mail_from, recipients }: Pick<Envelope, "mail_from" | "recipients">,
  ): Promise<string> {
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
  }

  /** Keeps that mail for these addresses was refused or put off, for people who wait for it. */
  function note(
    session: SMTPServerSession,
    connection: Connection,
    mail_from: string,
    reply: Reply,
    reason: Reason,
    recipients: Iterable<[address: string, company: string | null]>,
    ago = 0,
  ) {
    const { connected: _, ...transport } = transportOf(session, connection);
    for (const [address, company] of recipients) {
      inbox.refused({ company, address, mail_from, ...transport, code: reply.code, reply: lineOf(reply), reason, ago });
    }
  }

  /** The same of a transaction that did not come to its message. */
  async function noteEarly(connection: Connection, { mail_from, recipient, reply: said, ago }: EarlyRefusal) {
    const { source, wire } = connection;
    const { session } = wire;
    const reply = replyIn(said);
    const keep = (address: string, company: string | null, reason = reasonOf(reply)) =>
      note(session, connection, mail_from, reply, reason, [[address, company]], ago);
    if (recipient === undefined) return keep(source, unnamed);
    const answer = await inbox.acceptsMail(recipient);
    // The reply says why, unless there is no such recipient.
    const refused = "reason" in answer && answer.reason !== "over_quota" ? answer.reason : undefined;
    if (answer.company !== undefined && refused !== "relay") keep(answer.address, answer.company, refused);
  }

  /** Storing a message leaves behind copies of it, outside V8's heap. */
  function tidy(bytes: number) {
    large += bytes;
    if (large < collectedBytes) return;
    large = 0;
    setImmediate(collectGarbage);
  }

  server.on("error", (error) => log.debug({ err: error }, "connection failed"));
  // Clients refused with 421 may stay open for seconds. Beyond twice the limit, connections are closed without a reply.
  server.server.maxConnections = 2 * options.maxConnections;
  // Overridden: smtp-server has no option for the class of its connections, and none to drop one without a reply.
  server.connect = (socket, given) => {
    const source = networkOf(socket.remoteAddress ?? "");
    if (open.count(source) >= 2 * options.maxConnectionsPerAddress) return void socket.destroy();
    const onRefusal = (code: number, text: string) => {
      metrics.mailRefused.inc({ code });
      log.debug({ session: wire.id, from: socket.remoteAddress, code, text }, "refused");
    };
    const onEarlyRefusal = (refusal: EarlyRefusal) => {
      noteEarly(connection, refusal).catch((error) => cannotAnswer({ err: error, session: wire.id }));
    };
    const wire = new MailConnection({ ...options, onRefusal, onEarlyRefusal }, server, socket, given);
    const connection: Connection = { wire, source, began: new Date(), accepted: new Map() };
    open.add(source);
    connections.set(wire.id, connection);
    server.connections.add(wire);
    wire.on("error", (error) => server.emit("error", error));
    wire.init();
  };
  const port = await listen(server, options);
  const endWatch =
    options.tls && pair && watchKeyPair(options.tls, pair, log, (renewed) => server.updateSecureContext(renewed));
  return {
    port,
    async stop() {
      stopping = true;
      endWatch?.();
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const wire of [...server.connections]) if (!receiving.has(wire)) hangUp(wire, replies.shuttingDown);
      if (receiving.size > 0) {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      }
      await closed;
    },
  };
}

const senderOf = ({ envelope }: SMTPServerSession) =>
  envelope.mailFrom ? envelope.mailFrom.address.toWellFormed() : "";

/** RFC 5321 lets a client name a recipient twice; the recipient gets the message once. */
const recipientsOf = ({ envelope }: SMTPServerSession, { accepted }: Connection): Map<string, string | null> =>
  new Map(
    envelope.rcptTo.flatMap(({ address }) => {
      const known = accepted.get(address.toLowerCase());
      return known ? [[known.address, known.company] as const] : [];
    }),
  );

/** The reply with which a connection was closed amid a message, if there was one. */
const lastWord = ({ error }: SMTPServerSession) => (error?.startsWith("421") ? replyIn(error) : undefined);

/** Characters of what a client calls itself. */
const longestName = 255;
/** RFC 5321, 4.5.3.1.1. Octets. */
const longestLocalPart = 64;

const transportOf = (session: SMTPServerSession, { source, began, wire }: Connection): Transport => ({
  network: source,
  helo: String(session.hostNameAppearsAs || "")
    .slice(0, longestName)
    .replaceAll("\0", "")
    .toWellFormed(),
  tls: session.secure && wire.tlsOptions ? (wire.tlsOptions.version ?? "TLS") : "",
  connected: began,
});

/** MAIL parameters of the extensions that EHLO announces. They define none for RCPT. */
const extensionParameters = ["SIZE", "BODY", "SMTPUTF8"];

/** A client takes a parameter that was not refused for granted, so any other is refused (RFC 5321, 4.1.1.11). */
const isOffered = (args: object | false | undefined, offered: string[]) =>
  Object.keys(args || {}).every((parameter) => offered.includes(parameter));

/** What counts as a large message, and how many bytes of them are worth a collection of their garbage. */
const largeBytes = 1024 * 1024;
const collectedBytes = 8 * 1024 * 1024;

/** How long messages may go on coming in while this process stops. Milliseconds. */
const closeTimeoutMs = 5_000;

function listen(server: SMTPServer, { host, port }: ReceiverOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(cannotListen(error, "SMTP", { host, port }, { host: "SMTP_HOST", port: "SMTP_PORT" }));
    // As many connections may wait to be accepted as may be open. Node's default of 511 is less than a burst can bring:
    // the kernel drops the rest, and those clients try again a second later.
    const listening: Server = server.listen({ port, host, backlog: server.server.maxConnections }, () => {
      listening.off("error", fail);
      const address = listening.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
    listening.once("error", fail);
  });
}
