import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { texts } from "@mayfly/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { readPath, refuse } from "../wires/wire.ts";
import type { openCalls } from "./calls.ts";
import { type DrawnScreen, readFirstView } from "./first_view.ts";
import type { Pages } from "./pages.ts";
import { referencePages } from "./reference_pages.ts";
import { isVisit, reads } from "./send_error.ts";

/** The query of the inbox's page; of an address that is given more than once, the first counts. */
interface AskedInbox {
  Querystring: { email?: string | string[] };
}

/** The screens that are drawn on the server, each in the page of the app. */
export function addScreens(
  app: FastifyInstance,
  pages: Pages,
  { contextOf, inTurn }: Pick<ReturnType<typeof openCalls>, "contextOf" | "inTurn">,
): void {
  app.get<AskedInbox>("/inbox", async (request, reply) => {
    const [email] = [request.query.email].flat();
    return sendScreen({ name: "inbox", address: email?.trim() || undefined }, request, reply);
  });
  app.get("/dashboard", (request, reply) => sendScreen({ name: "dashboard" }, request, reply));

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
}

/** The built app: hashed assets are cached for good, and the app's own paths are its to route. */
export async function serveWeb(app: FastifyInstance, folder: string, pages: Pages) {
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
