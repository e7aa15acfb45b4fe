import { existsSync } from "node:fs";
import path from "node:path";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import { type Contract, contracts, texts } from "@mayfly/contracts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Logger } from "pino";
import type { MemberContext } from "../context.ts";
import { handlerOf } from "../methods.ts";
import type { Metrics } from "../metrics.ts";
import { networkOf } from "../rate_limit.ts";
import { Refusal } from "../refusal.ts";
import { isSameOrigin } from "../same_origin.ts";
import { type CallsOptions, type GivenToCalls, openCalls } from "./calls.ts";
import { limitConnections } from "./connections.ts";
import { asFault, asRefusal, errorBody } from "./envelope.ts";
import { readFirstView } from "./first_view.ts";
import { type Pages, readPages } from "./pages.ts";
import { limitTime, openRoom } from "./sending.ts";

export interface HttpOptions extends GivenToCalls, CallsOptions {
  marketingUrl: URL;
  tagContainer: string | undefined;
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

/** The page of an inbox; an address named twice is the first. */
interface AskedInbox {
  Querystring: { email?: string | string[] };
}

/** Far more than a call of the web app takes. One that is made to take long takes little then. */
const bodyBytes = 128 * 1024;
/** How long a request may take to come. */
const requestMilliseconds = 30_000;
/** How often it is looked who takes longer with a request than is allowed. Milliseconds. */
const checkEvery = 5_000;

/** What a tag container loads from and tells; allowed only where one is set. */
const tagOrigins = {
  script: ["https://www.googletagmanager.com"],
  measure: ["https://www.googletagmanager.com", "https://*.google-analytics.com"],
};

/** Everything over HTTP: the contracts' calls, the built web app, and the health of the process. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const {
    publicUrl,
    marketingUrl,
    tagContainer,
    webFolder,
    trustProxy,
    maxConnections,
    maxConnectionsPerAddress,
    metrics,
    ready,
    log,
    callsOfCompany,
    maxMessageBytes,
    ...given
  } = options;
  const { answer, contextOf, takeTurn } = openCalls(given, { publicUrl, callsOfCompany, maxMessageBytes });
  const takeRoomToRead = openRoom(maxMessageBytes);
  const pages = await readPages(webFolder, { publicUrl, marketingUrl, tagContainer });
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: bodyBytes,
    requestTimeout: requestMilliseconds,
    // Nothing either way for so long. Whoever polls the live channel hears a ping sooner; a WebSocket is not held to it.
    connectionTimeout: 60_000,
    // Who has a connection is served to the last, and told to come elsewhere next.
    return503OnClosing: false,
    // It stands in the log of a failure too, and must be one among many processes.
    genReqId: () => crypto.randomUUID(),
    // The framework's Python client puts a slash behind its calls.
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // What no route can be looked for with does not get as far as the hooks and the error handler.
    frameworkErrors(error, request, reply) {
      identify(request, reply);
      // A link that was mangled on its way leads to the page that says so.
      if (error.code === "FST_ERR_BAD_URL" && isVisit(request) && request.url.startsWith("/")) {
        void reply.redirect(request.url.replaceAll("%", "%25").replace(/^[/\\]+/, "/"));
      } else void sendError(error, request, reply, pages);
      count(reply);
    },
    // Who offers HTTP/2 is answered in HTTP/1.1.
    http: {
      // Node takes the longer of the two for the whole request.
      headersTimeout: requestMilliseconds,
      connectionsCheckingInterval: checkEvery,
      shouldUpgradeCallback: ({ url }) => url?.startsWith("/socket.io/") === true,
    },
  });
  const ofAddress = trustProxy === undefined ? maxConnectionsPerAddress : undefined;
  limitConnections(app.server, { maxConnections, maxConnectionsPerAddress: ofAddress }, log);
  // Who says JSON and sends nothing, as some clients do in every call, gives no fields.
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
  const tags = tagContainer === undefined ? { script: [], measure: [] } : tagOrigins;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...pages.scripts, ...tags.script],
        // Messages carry their own styles, and the frame they are shown in inherits this policy.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", ...tags.measure],
        connectSrc: ["'self'", "ws:", "wss:", ...tags.measure],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Other sites may be below the host's name.
    strictTransportSecurity: publicUrl.protocol === "https:" && { includeSubDomains: false },
    referrerPolicy: { policy: "same-origin" },
  });

  app.addHook("onRequest", async (request, reply) => {
    if (reads(request)) return;
    if (!isSameOrigin(request.headers, publicUrl)) throw Refusal.forbidden();
    takeRoomToRead(reply, networkOf(request.ip), bytesToCome(request));
  });
  app.addHook("onSend", async (request, reply, payload) => {
    identify(request, reply);
    // The app tells all times by it.
    void reply.header("date", given.clock().toUTCString());
    limitTime(reply, bytesOf(payload) ?? Number(reply.getHeader("content-length") ?? 0));
  });
  app.addHook("onResponse", async (_request, reply) => count(reply));
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, pages));

  for (const [feature, calls] of Object.entries(contracts)) {
    for (const [name, contract] of Object.entries(calls as Record<string, Contract>)) {
      const handle = handlerOf(feature, name);
      if (handle === undefined) throw new Error(`${feature}.${name} has no handler`);
      app.route({
        method: contract.verb,
        url: contract.path,
        handler: (request, reply) => answer(contract, handle, request, reply),
      });
    }
  }

  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) =>
    (await ready()) ? { status: "ok" } : reply.code(503).send({ status: "away" }),
  );
  app.get<AskedInbox>("/inbox", async (request, reply) => {
    try {
      if (await sendDrawn(request, reply)) return reply;
    } catch (error) {
      request.log.warn({ err: error }, "the inbox is sent undrawn");
    }
    return pages.send("index.html", request, reply, 200) ? reply : reply.callNotFound();
  });
  await serveWeb(app, webFolder, pages);

  function count(reply: FastifyReply) {
    metrics.http.observe({ status: reply.statusCode }, reply.elapsedTime / 1000);
  }

  async function sendDrawn(request: FastifyRequest<AskedInbox>, reply: FastifyReply) {
    // A page may be kept by a cache on the way, and would be with somebody's cookie.
    const context = await contextOf(request, reply, { prolong: false });
    const [email] = [request.query.email].flat();
    const address = email?.trim() || undefined;
    if (context.member === undefined) return false;
    return takeTurn(context.member.company, async (waited) => {
      // Who was let go while waiting is a guest.
      const now = waited ? await contextOf(request, reply, { prolong: false }) : context;
      const view = now.member && (await readFirstView(now as MemberContext, address));
      return view !== undefined && pages.sendInbox(view, request, reply);
    });
  }

  return app;
}

const identify = (request: FastifyRequest, reply: FastifyReply) => reply.header("x-request-id", request.id);

/** Undefined for a stream. */
const bytesOf = (payload: unknown) =>
  typeof payload === "string" || payload instanceof Uint8Array ? Buffer.byteLength(payload) : undefined;

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, pages: Pages) {
  const refusal = asRefusal(error, request.headers["content-type"]);
  const said = refusal ?? asFault(error);
  if (refusal === undefined) {
    request.log.error({ err: error, method: request.method, path: request.url.split("?")[0] }, "request failed");
    if (isVisit(request) && pages.send("500.html", request, reply, said.status)) return reply;
  }
  if (said.retryAfter !== undefined) void reply.header("retry-after", said.retryAfter);
  return reply.code(said.status).send(errorBody(said));
}

/** Of a body, as it was announced; one that is not, may be of any length that is read. */
const bytesToCome = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] === undefined ? Math.min(Number(headers["content-length"] ?? 0), bodyBytes) : bodyBytes;

const reads = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD";

/** Somebody opened an address in a browser, rather than a program calling it. */
const isVisit = (request: FastifyRequest) => reads(request) && request.headers.accept?.includes("text/html") === true;

/** The built app: hashed assets are cached for good, and every other path is the app's own to route. */
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
    ["/robots.txt", "robots.txt"],
    ["/sitemap.xml", "sitemap.xml"],
  ] as const) {
    app.get(url, (request, reply) => (pages.send(page, request, reply, 200) ? reply : reply.callNotFound()));
  }
  app.setNotFoundHandler((request, reply) => {
    const ofTheApp = reads(request) && !/^\/(api|socket\.io|assets)(\/|$)/.test(request.url);
    if (ofTheApp && pages.send("index.html", request, reply, 200)) return reply;
    if (isVisit(request) && pages.send("404.html", request, reply, 404)) return reply;
    return reply.code(404).send(errorBody(Refusal.notFound(texts.noSuchCall)));
  });
}
