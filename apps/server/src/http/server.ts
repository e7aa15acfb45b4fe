import { existsSync } from "node:fs";
import { METHODS } from "node:http";
import path from "node:path";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import { type Contract, texts } from "@mayfly/contracts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import { networkOf } from "../limits/rate_limit.ts";
import { mcpPath } from "../mcp/mcp.ts";
import { calls } from "../methods.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { version } from "../process/version.ts";
import { Refusal } from "../refusal.ts";
import { openApi } from "../rest/openapi.ts";
import { asFault, asRefusal } from "../wires/failure.ts";
import { frappe } from "../wires/frappe.ts";
import { codeOf, restPrefix } from "../wires/rest.ts";
import { readPath, refuse, statusOf, wireOf } from "../wires/wire.ts";
import { bareHeaders, permissionsPolicy } from "./bare_headers.ts";
import { requireJson } from "./call_input.ts";
import { type CallsOptions, openCalls } from "./calls.ts";
import { limitConnections } from "./connections.ts";
import { logFault } from "./fault_log.ts";
import { type DrawnScreen, readFirstView } from "./first_view.ts";
import { securityHeaders } from "./headers.ts";
import { sendMcp } from "./mcp.ts";
import { isForOneHost } from "./one_host.ts";
import { type PageSettings, type Pages, readPages } from "./pages.ts";
import type { GivenToCalls } from "./permit.ts";
import { isSameOrigin, otherOrigin } from "./same_origin.ts";
import { limitTime, openMemoryBudget } from "./sending.ts";
import { refuseUnreadable } from "./unreadable_request.ts";

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

/** The query of the inbox's page; of an address that is given more than once, the first counts. */
interface AskedInbox {
  Querystring: { email?: string | string[] };
}

/** Far more than any call of the web app needs, but so small that a body built to be slow to process stays cheap. */
const bodyBytes = 128 * 1024;
/** How long a client may take to send a request. */
const requestMilliseconds = 30_000;
/** A smaller answer takes one packet, compressed or not. */
const packetBytes = 1_400;
/**
 * Of gzip's nine levels, one that takes a third of the time of the usual one and makes hardly more bytes of JSON: 0.1 ms for
 * a list of 20. A client on the same machine spends more on undoing it than the bytes would take; any network, less.
 */
const fastGzip = 3;
const compression = { encodings: ["gzip" as const], threshold: packetBytes, zlibOptions: { level: fastGzip } };
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

  for (const call of calls) {
    const { contract } = call;
    app.route({
      method: contract.verb,
      url: contract.path,
      config: { wire: contract.wire, held: contract.kind === "held", isUncounted: !contract.plan },
      ...(contract.kind !== "file" && { compress: compression }),
      ...(contract.wire === "rest" && { onRequest: async (request: FastifyRequest) => requireJson(request) }),
      handler: (request, reply) => answer(call, request, reply),
    });
  }
  const config = { wire: "rest" as const, held: true };
  app.post(mcpPath, { config }, (request, reply) =>
    sendMcp(request, reply, { admit, ask, callerOf, reserveMemory, publicUrl }),
  );
  // Fastify knows a few methods, of which it expects a QUERY to have a body; a resource refuses all that Node reads.
  const methods = METHODS.filter((method) => method !== "CONNECT");
  for (const method of methods) {
    if (method === "QUERY" || !app.supportedMethods.includes(method)) {
      app.addHttpMethod(method, { overrideExisting: true });
    }
  }
  for (const [url, allow] of verbsOfApi()) {
    const others = methods.filter((method) => !allow.includes(method));
    const refused = () => {
      throw Refusal.wrongMethod(allow);
    };
    app.route({ method: others, url, config: { wire: "rest" }, handler: refused });
  }

  const document = openApi({ server: publicUrl.origin, version });
  app.get(documentPath, { compress: compression }, (_request, reply) => reply.send(document));
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) =>
    (await ready()) ? { status: "ok" } : reply.code(503).send({ status: "away" }),
  );
  app.get<AskedInbox>("/inbox", async (request, reply) => {
    const [email] = [request.query.email].flat();
    return sendScreen({ name: "inbox", address: email?.trim() || undefined }, request, reply);
  });
  app.get("/dashboard", (request, reply) => sendScreen({ name: "dashboard" }, request, reply));
  await serveWeb(app, webFolder, pages);

  async function refuseUnrouted(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const admitted = wireOf(request) === "rest" ? admit(request, reply) : undefined;
    const refused = await Promise.resolve(admitted).catch((refusal: unknown) => refusal);
    sendError(refused ?? error, request, reply, pages);
    count(reply);
  }

  function count(reply: FastifyReply) {
    metrics.http.observe({ status: reply.statusCode }, reply.elapsedTime / 1000);
  }

  async function sendScreen(screen: DrawnScreen, request: FastifyRequest, reply: FastifyReply) {
    try {
      if (await sendDrawn(screen, request, reply)) return reply;
    } catch (error) {
      request.log.warn({ err: error, screen: screen.name }, "the page is sent without its screen");
    }
    return pages.send("index.html", request, reply, 200) ? reply : reply.callNotFound();
  }

  async function sendDrawn(screen: DrawnScreen, request: FastifyRequest, reply: FastifyReply) {
    // Sets no cookie (`prolong`): a cache on the way to the browser may store the page, and the cookie with it.
    const context = await contextOf(request, reply, { prolong: false });
    if (context.member === undefined) return false;
    // A member who was deactivated while waiting counts as a guest.
    const stillMay = async () => {
      const { member } = await contextOf(request, reply, { prolong: false });
      if (member === undefined) throw new Refusal("AuthenticationError", texts.notLoggedIn);
      return member;
    };
    return inTurn(context.member, stillMay, async ({ waited, db, asSlowCall }) => {
      const now = waited ? await contextOf(request, reply, { prolong: false }) : context;
      const view = now.member && (await readFirstView({ ...now, member: now.member, db, asSlowCall }, screen));
      return view !== undefined && pages.sendDrawn(view, request, reply);
    });
  }

  return app;
}

const pathOf = ({ url }: FastifyRequest) => url.split("?")[0];

const identify = (request: FastifyRequest, reply: FastifyReply) => reply.header("x-request-id", request.id);

/** Undefined for a stream. */
const bytesOf = (payload: unknown) =>
  typeof payload === "string" || payload instanceof Uint8Array ? Buffer.byteLength(payload) : undefined;

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, pages: Pages) {
  const refusal = asRefusal(error, request.headers["content-type"]);
  const said = refusal ?? asFault(error);
  if (refusal === undefined) {
    logFault(request, error, "request failed");
    if (isVisit(request) && pages.send("500.html", request, reply, statusOf(request, said))) return reply;
  } else {
    const { method, ip, key, routeOptions } = request;
    const status = statusOf(request, said);
    // What nobody can be asked about, or has no end, is not worth a line that the operator keeps.
    if (key === undefined || status === 429) {
      request.log.debug({ method, path: pathOf(request), from: ip, status }, "request refused");
    } else {
      const call = `${method} ${routeOptions.url ?? pathOf(request)}`;
      request.log.info({ key, call, status, code: codeOf(said) }, "request refused");
    }
  }
  return refuse(request, reply, said);
}

const documentPath = `${restPrefix}/openapi.json`;
/** The pages about the REST API. */
const referencePages = {
  [`${restPrefix}/docs`]: "reference.html",
  [`${restPrefix}/docs/problems`]: "problems.html",
} as const;

/** The paths that programs use, each with the verbs that it has. */
function verbsOfApi(): Map<string, string[]> {
  const read = [documentPath, ...Object.keys(referencePages)].map((path): [string, string[]] => [
    path,
    ["GET", "HEAD"],
  ]);
  const verbs = new Map<string, string[]>([[mcpPath, ["POST"]], ...read]);
  for (const { contract } of calls) {
    if (contract.wire !== "rest") continue;
    const own = contract.verb === "GET" ? ["GET", "HEAD"] : [contract.verb];
    verbs.set(contract.path, [...(verbs.get(contract.path) ?? []), ...own]);
  }
  return verbs;
}

/** The announced length of the body; a chunked one announces none, and counts as the most that is read. */
const bytesToCome = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] === undefined ? Math.min(Number(headers["content-length"] ?? 0), bodyBytes) : bodyBytes;

const reads = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD";

/** Whether a browser opens this URL as a page, rather than a program calling it. */
const isVisit = (request: FastifyRequest) => reads(request) && request.headers.accept?.includes("text/html") === true;

/** The built app: hashed assets are cached for good, and the app's own paths are its to route. */
async function serveWeb(app: FastifyInstance, folder: string, pages: Pages) {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      globIgnore: [...pages.names, "server/**", "**/*.{br,gz}"],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.startsWith(path.join(folder, "assets"));
        reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
        reply.header("vary", "accept-encoding");
      },
    });
  }
  for (const [url, page] of [
    ["/homepage", "homepage.html"],
    ...Object.entries(referencePages),
    ["/robots.txt", "robots.txt"],
    ["/sitemap.xml", "sitemap.xml"],
  ] as const) {
    app.get(url, (request, reply) => (pages.send(page, request, reply, 200) ? reply : reply.callNotFound()));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = readPath(request.url);
    if (reads(request) && pages.has(path) && pages.send("index.html", request, reply, 200)) return reply;
    // The app leads people from a path that it does not have to the login (row P24).
    const isOfServer = /^\/(api|socket\.io|assets)(\/|$)/.test(path);
    if (isVisit(request) && !isOfServer && pages.send("index.html", request, reply, 404)) return reply;
    if (isVisit(request) && pages.send("404.html", request, reply, 404)) return reply;
    return refuse(request, reply, Refusal.notFound(texts.noSuchCall));
  });
}
