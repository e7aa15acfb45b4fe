import type { Server, Socket } from "node:net";
import type { Logger } from "pino";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import type { Inbox } from "../features/inbox/inbox.ts";
import { Counter } from "../limits/counter.ts";
import { networkOf } from "../limits/rate_limit.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { throttledLog } from "../monitoring/throttled_log.ts";
import { cannotListen } from "../process/start_error.ts";
import { longestLine, MailConnection } from "./connection.ts";
import { openIncoming } from "./incoming.ts";
import { openIntake } from "./intake.ts";
import { type KeyFiles, readKeyPair, watchKeyPair } from "./key_pair.ts";
import { noteEarlyRefusal, noteRefusal } from "./refusal_notes.ts";
import type { EarlyRefusal } from "./refusing_connection.ts";
import { asError, hangUp, type Reply, reasonOf, replies, replyToFailure } from "./reply.ts";
import {
  type Connection,
  extensionParameters,
  isOffered,
  lastWord,
  longestLocalPart,
  recipientsOf,
  senderOf,
} from "./transaction.ts";

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

type Done = (error?: Error | null, text?: string) => void;

/** What smtp-server is told, besides what happens to a connection. */
const optionsOf = (options: ReceiverOptions): SMTPServerOptions => ({
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
});

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
  const serving: Serving = {
    ...{ inbox, options, metrics, log, connections: new Map(), open: new Counter() },
    cannotAnswer: throttledLog(log, "RCPT cannot be answered"),
  };
  const { connections, open } = serving;
  const served = new Counter();
  const incoming = openIncoming(options);
  const takeIn = openIntake(inbox, incoming, metrics, log);
  /** Connections with a message that is coming in or being stored. */
  const receiving = new Set<SMTPConnection>();
  let stopping = false;
  let whenIdle: (() => void) | undefined;

  metrics.watch("smtp_connections", "Open SMTP connections", () => served.all);
  metrics.watch("smtp_bytes_in_flight", "Bytes of messages that are coming in", incoming.bytes);

  const mailParameters = [...extensionParameters, ...(options.takesAnyLogin ? ["AUTH"] : [])];
  const pair = options.tls && readKeyPair(options.tls, log);
  const server = new SMTPServer({
    ...optionsOf(options),
    ...pair,

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
      answerRecipient(serving, { given, session, connection, done });
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
      takeIn(stream, session, connection, { mail_from, recipients }).then(
        (text) => finish(null, text),
        (reply: Reply) => {
          const said = reply === replies.lost ? (lastWord(session) ?? reply) : reply;
          noteRefusal(inbox, session, connection, { mail_from, reply: said, reason: reasonOf(reply), recipients });
          finish(asError(reply));
        },
      );
    },
  });

  server.on("error", (error) => log.debug({ err: error }, "connection failed"));
  // Clients refused with 421 may stay open for seconds. Beyond twice the limit, connections are closed without a reply.
  server.server.maxConnections = 2 * options.maxConnections;
  // Overridden: smtp-server has no option for the class of its connections, and none to drop one without a reply.
  server.connect = (socket, given) => connect(serving, server, socket, given);
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

/** What the receiver's connections share. */
interface Serving {
  inbox: Inbox;
  options: ReceiverOptions;
  metrics: Metrics;
  log: Logger;
  /** By session id, refused connections included. */
  connections: Map<string, Connection>;
  /** Connections of each network, refused ones included. */
  open: Counter;
  cannotAnswer: (about: object) => void;
}

interface Recipient {
  /** The address as the client gave it. */
  given: string;
  session: SMTPServerSession;
  connection: Connection;
  done: Done;
}

/** Answers RCPT as the inbox says, and notes whom it refuses. */
function answerRecipient({ inbox, log, cannotAnswer }: Serving, { given, session, connection, done }: Recipient) {
  inbox.acceptsMail(given).then(
    (answer) => {
      if ("reason" in answer) {
        const { reason, address, company } = answer;
        const reply = reason === "over_quota" ? replies.overQuota(answer.allowedKb) : replies[reason];
        if (reason !== "relay" && company !== undefined) {
          const refused = { mail_from: senderOf(session), reply, reason, recipients: [[address, company]] as const };
          noteRefusal(inbox, session, connection, refused);
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
}

/** Begins a connection, or drops it without a reply when its network has twice as many as it may have. */
function connect(serving: Serving, server: SMTPServer, socket: Socket, given: Parameters<SMTPServer["connect"]>[1]) {
  const { inbox, options, metrics, log, connections, open, cannotAnswer } = serving;
  const source = networkOf(socket.remoteAddress ?? "");
  if (open.count(source) >= 2 * options.maxConnectionsPerAddress) return void socket.destroy();
  const onRefusal = (code: number, text: string) => {
    metrics.mailRefused.inc({ code });
    log.debug({ session: wire.id, from: socket.remoteAddress, code, text }, "refused");
  };
  const onEarlyRefusal = (refusal: EarlyRefusal) => {
    noteEarlyRefusal(inbox, connection, refusal).catch((error) => cannotAnswer({ err: error, session: wire.id }));
  };
  const wire = new MailConnection({ ...options, onRefusal, onEarlyRefusal }, server, socket, given);
  const connection: Connection = { wire, source, began: new Date(), accepted: new Map() };
  open.add(source);
  connections.set(wire.id, connection);
  server.connections.add(wire);
  wire.on("error", (error) => server.emit("error", error));
  wire.init();
}

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
