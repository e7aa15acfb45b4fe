import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { HangUp, ReadBy } from "../context.ts";
import { openSlowRootDatabase, type RootDatabase } from "../database/database.ts";
import { openKeys } from "../features/api_key/api_key.ts";
import type { Waiters } from "../features/wait/wait.ts";
import { createHttp } from "../http/server.ts";
import { cannotListen } from "../process/start_error.ts";
import type { Shared } from "./shared.ts";

/** How many slow calls of all companies run at once: each keeps a core of the database's busy. */
const slowConnections = 2;

function openSlow(databaseUrl: string, ends: (() => Promise<unknown>)[]): RootDatabase {
  const rootDb = openSlowRootDatabase(databaseUrl, slowConnections);
  ends.push(() => rootDb.$disconnect());
  return rootDb;
}

/** The live channel, which is opened after the server that it is attached to. */
interface LiveCalls {
  hangUp(who: HangUp): void;
  tellSeen(member: string, message: string): void;
  tellDeleted(message: ReadBy, name: string): void;
  deliver(to: string, raw: Buffer): Promise<void>;
  waiters: Waiters;
}

/** Opens the HTTP server of the role web. It listens when everything else has been opened (`listen`). */
export function openWeb(shared: Shared, liveCalls: LiveCalls): Promise<FastifyInstance> {
  const { config, databaseUrl, common, throttle, outbound, inbox, metrics, log, ready, ends } = shared;
  return createHttp({
    ...common,
    throttle,
    keys: openKeys(common),
    defaultDomains: config.DEFAULT_DOMAINS,
    registration: config.REGISTRATION,
    defaultPlan: config.DEFAULT_PLAN,
    sender: /[^\s<]+@[^\s>]+/.exec(config.OUTGOING_MAIL_FROM.toLowerCase())?.[0] ?? "",
    publicUrl: config.PUBLIC_URL,
    marketingUrl: config.MARKETING_URL,
    // On one's own machine, mail is sent to the port itself; elsewhere, to that of mail servers.
    mailServer: `${config.MAIL_HOST}:${config.MAIL_HOST === "localhost" ? config.SMTP_PORT : 25}`,
    tagContainer: config.TAG_CONTAINER_ID,
    contactEmail: config.CONTACT_EMAIL,
    legal: { privacy: config.PRIVACY_URL, terms: config.TERMS_URL, imprint: config.IMPRINT_URL },
    webFolder: path.join(config.root, "apps/web/dist"),
    trustProxy: config.TRUST_PROXY,
    maxConnections: config.HTTP_MAX_CONNECTIONS,
    maxConnectionsPerAddress: config.HTTP_MAX_CONNECTIONS_PER_ADDRESS,
    messages: inbox.messages,
    outbound,
    maxMessageBytes: config.SMTP_MAX_MESSAGE_BYTES,
    connections: config.DATABASE_CONNECTIONS,
    slow: { rootDb: openSlow(databaseUrl, ends), connections: slowConnections },
    ...liveCalls,
    metrics,
    ready,
    log,
  });
}

/** How long a request may go on while this process stops. */
const drainMilliseconds = 5_000;

export async function closeWeb(http: FastifyInstance) {
  const timer = setTimeout(() => http.server.closeAllConnections(), drainMilliseconds);
  await http.close();
  clearTimeout(timer);
}

export async function listen(http: FastifyInstance, { HOST, PORT, HTTP_MAX_CONNECTIONS }: Config) {
  const where = { host: HOST, port: PORT };
  // As in the receiver: after a restart, all browsers come back at once.
  await http.listen({ ...where, backlog: HTTP_MAX_CONNECTIONS }).catch((error) => {
    throw cannotListen(error, "HTTP", where, { host: "HOST", port: "PORT" });
  });
}
