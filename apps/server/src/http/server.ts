import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import type { Contract } from "@mayfly/contracts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import { networkOf } from "../limits/rate_limit.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { Refusal } from "../refusal.ts";
import { frappe } from "../wires/frappe.ts";
import { refuse, wireOf } from "../wires/wire.ts";
import { bareHeaders, permissionsPolicy } from "./bare_headers.ts";
import { type CallsOptions, openCalls } from "./calls.ts";
import { limitConnections } from "./connections.ts";
import { securityHeaders } from "./headers.ts";
import { sendMcp } from "./mcp.ts";
import { isForOneHost } from "./one_host.ts";
import { type PageSettings, readPages } from "./pages.ts";
import type { GivenToCalls } from "./permit.ts";
import { addCalls } from "./routes.ts";
import { isSameOrigin, otherOrigin } from "./same_origin.ts";
import { isVisit, reads, sendError } from "./send_error.ts";
import { limitTime, openMemoryBudget } from "./sending.ts";
import { refuseUnreadable } from "./unreadable_request.ts";
import { addScreens, serveWeb } from "./web_app.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Of a call: how its answers are spoken, and by what its callers are known. */
    wire?: Contract["wire"];
    /** Of a call that may be answered much later. */
    held?: boolean;
    /** Of a call that counts for no rate limit, because it is always allowed. */
    isUncounted?: boolean;
  }
  interface FastifyRequest {
    /** On the REST wire: the name of the key that it came with, once that is known to work. */
    key?: string;
  }
}

export interface HttpOptions extends GivenToCalls, CallsOptions {
  marketingUrl: URL;
  mailServer: string;
  tagContainer: string | undefined;
  /** Whom companies write to about their plan. */
  contactEmail: string | undefined;
  legal: PageSettings["legal"];
  /** The built web app. */
  webFolder: string;
  trustProxy: string[] | undefined;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  metrics: Pick<Metrics, "http">;
  /** Whether this process can do its work. */
  ready(): Promise<boolean>;
  log: Logger;
}

/** Far more than any call of the web app needs, but so small that a body built to be slow to process stays cheap. */
const bodyBytes = 128 * 1024;
/** How long a client may take to send a request. */
const requestMilliseconds = 30_000;
/** How often Node checks for requests that have exceeded this time. Milliseconds. */
const checkEvery = 5_000;

/** Everything over HTTP: the contracts' calls, the built web app, and the health of the process. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const {
    publicUrl,
    marketingUrl,
    tagContainer,
    contactEmail,
    legal,
    webFolder,
    trustProxy,
    maxConnections,
    maxConnectionsPerAddress,
    metrics,
    ready,
    log,
    connections,
    slow,
    maxMessageBytes,
    ...given
  } = options;
  const { admit, answer, ask, callerOf, reserveMemory, contextOf, inTurn } = openCalls(given, {
    publicUrl,
    connections,
    slow,
    maxMessageBytes,
  });
  const reserveMemoryToRead = openMemoryBudget(maxMessageBytes);
  const pages = await readPages(webFolder, {
    ...{ publicUrl, marketingUrl, tagContainer, contactEmail, legal, mailServer: given.mailServer },
    registration: given.registration,
  });
  const count = (reply: FastifyReply) => metrics.http.observe({ status: reply.statusCode }, reply.elapsedTime / 1000);
  async function refuseUnrouted(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const admitted = wireOf(request) === "rest" ? admit(request, reply) : undefined;
    const refused = await Promise.resolve(admitted).catch((refusal: unknown) => refusal);
    sendError(refused ?? error, request, reply, pages);
    count(reply);
  }
  const app = openApp(options, { count, refuseUnrouted });
  await readBodies(app);
  await app.register(helmet, securityHeaders({ publicUrl, scripts: pages.scripts, tags: tagContainer !== undefined }));

  app.addHook("onRequest", async (request, reply) => {
    if (!isForOneHost(request.raw)) {
      const refusal = Refusal.unread();
      void reply.header("connection", "close");
      if (wireOf(request) === "rest") return refuse(request, reply, refusal);
      // Unlike other refusals, it is no answer to a call: whose call it is cannot be known.
      const { contentType, body } = frappe.refusal(refusal, request.id);
      return reply.code(400).type(contentType).send(body);
    }
    const { config } = request.routeOptions;
    const isOfApi = config.wire === "rest" || (request.is404 && wireOf(request) === "rest");
    if (isOfApi && !config.isUncounted) await admit(request, reply);
    if (reads(request)) return;
    // A cookie counts for nothing on the REST wire, so no page of another origin can use it.
    if (wireOf(request) !== "rest" && !isSameOrigin(request.headers, publicUrl)) throw otherOrigin(publicUrl);
    reserveMemoryToRead(reply, networkOf(request.ip), bytesToCome(request));
  });
  app.addHook("onSend", async (request, reply, payload) => {
    identify(request, reply).header("permissions-policy", permissionsPolicy);
    // The web app takes the current time from this header.
    void reply.header("date", given.clock().toUTCString());
    limitTime(reply, bytesOf(payload) ?? Number(reply.getHeader("content-length") ?? 0));
  });
  // Only what a call says: a file is sent as it is. And requests stay as they are: a small one can hold very much.
  await app.register(compress, { global: false, globalDecompression: false });
  app.addHook("onResponse", async (request, reply) => {
    // How long a call waited says nothing of the server.
    if (!request.routeOptions.config.held) count(reply);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, pages));

  addCalls(app, publicUrl, {
    answer,
    answerAgent: (request, reply) => sendMcp(request, reply, { admit, ask, callerOf, reserveMemory, publicUrl }),
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) =>
    (await ready()) ? { status: "ok" } : reply.code(503).send({ status: "away" }),
  );
  addScreens(app, pages, { contextOf, inTurn });
  await serveWeb(app, webFolder, pages);

  return app;
}

/** What answers requests that reach neither hooks nor the error handler. */
interface Unrouted {
  count(reply: FastifyReply): void;
  refuseUnrouted(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** The server, with its limits, before it serves anything. */
function openApp(
  { log, trustProxy, maxConnections, maxConnectionsPerAddress }: HttpOptions,
  { count, refuseUnrouted }: Unrouted,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: bodyBytes,
    requestTimeout: requestMilliseconds,
    // Closes connections without data for so long. Polls of the live channel get a ping sooner; WebSockets are exempt.
    connectionTimeout: 60_000,
    // While closing, open connections are still served, with `Connection: close`: the client then goes elsewhere.
    return503OnClosing: false,
    // Failures are logged with this id, so it must be unique across processes.
    genReqId: () => crypto.randomUUID(),
    // The framework's Python client appends a slash to the paths of its calls.
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // A request whose path the router cannot decode reaches neither the hooks nor the error handler.
    frameworkErrors(error, request, reply) {
      identify(request, reply).headers(bareHeaders);
      // A mangled link is redirected to a path that can be read, so that the app's page tells the visitor about it.
      if (error.code === "FST_ERR_BAD_URL" && isVisit(request) && request.url.startsWith("/")) {
        void reply.redirect(request.url.replaceAll("%", "%25").replace(/^[/\\]+/, "/"));
        count(reply);
      } else void refuseUnrouted(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, log),
    // A client that offers an upgrade to HTTP/2 is answered in HTTP/1.1.
    http: {
      // Node applies the longer of headersTimeout and requestTimeout to the whole request.
      headersTimeout: requestMilliseconds,
      connectionsCheckingInterval: checkEvery,
      shouldUpgradeCallback: ({ url }) => url?.startsWith("/socket.io/") === true,
    },
  });
  const ofAddress = trustProxy === undefined ? maxConnectionsPerAddress : undefined;
  limitConnections(app.server, { maxConnections, maxConnectionsPerAddress: ofAddress }, log);
  return app;
}

/** The forms in which calls give their fields. */
async function readBodies(app: FastifyInstance): Promise<void> {
  // Some clients declare JSON in every call: an empty body then counts as no fields.
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, {}) : parseJson(request, body as string, done),
  );
  await app.register(cookie);
  await app.register(formbody);
  await app.register(multipart, {
    attachFieldsToBody: "keyValues",
    limits: { fieldSize: bodyBytes / 2, fields: 32, files: 0, parts: 32, headerPairs: 100 },
  });
}

const identify = (request: FastifyRequest, reply: FastifyReply) => reply.header("x-request-id", request.id);

/** Undefined for a stream. */
const bytesOf = (payload: unknown) =>
  typeof payload === "string" || payload instanceof Uint8Array ? Buffer.byteLength(payload) : undefined;

/** The announced length of the body; a chunked one announces none, and counts as the most that is read. */
const bytesToCome = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] === undefined ? Math.min(Number(headers["content-length"] ?? 0), bodyBytes) : bodyBytes;
