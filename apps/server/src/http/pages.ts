import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FirstView } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Registration } from "../context.ts";
import { escapeHtml } from "../text/escape_html.ts";
import { readDrawnPage } from "./drawn_page.ts";

const names = [
  "index.html",
  "homepage.html",
  "404.html",
  "500.html",
  "reference.html",
  "problems.html",
  "robots.txt",
  "sitemap.xml",
] as const;
type PageName = (typeof names)[number];

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

export interface PageSettings {
  publicUrl: URL;
  marketingUrl: URL;
  tagContainer: string | undefined;
  registration: Registration;
  /** Where mail is sent, as `host:port`. */
  mailServer: string;
  contactEmail: string | undefined;
  /** The pages that the law may ask for; one that is not set is not shown. */
  legal: Record<"privacy" | "terms" | "imprint", string | undefined>;
}

export interface Pages {
  names: readonly string[];
  /** The inline scripts of the pages, as the Content-Security-Policy names them. */
  scripts: readonly string[];
  /** Whether the app has a page at this path. */
  has(path: string): boolean;
  /** False when the page has not been built. */
  send(name: PageName, request: FastifyRequest, reply: FastifyReply, code: number): boolean;
  /** Sends the app's page with the screen rendered into it. False when the app has not been built. */
  sendDrawn(view: FirstView, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

type Encoding = "br" | "gzip" | "identity";

interface Page {
  type: string;
  etag: string;
  bytes: Buffer;
  /** Compressed once, at the first request for the encoding: that takes long, and few encodings are ever requested. */
  in(encoding: Encoding): Promise<Buffer>;
}

/** Reads the built pages, and replaces each `{{NAME}}` in them with this installation's setting. */
export async function readPages(folder: string, settings: PageSettings): Promise<Pages> {
  const values: Record<string, string> = {
    PUBLIC_URL: settings.publicUrl.href.replace(/\/$/, ""),
    MARKETING_URL: settings.marketingUrl.href,
    TAG_CONTAINER_ID: settings.tagContainer ?? "",
    MAIL_SERVER: settings.mailServer,
    REGISTRATION: typeof settings.registration === "string" ? settings.registration : "limited",
    CONTACT_EMAIL: settings.contactEmail ?? "",
    PRIVACY_URL: settings.legal.privacy ?? "",
    TERMS_URL: settings.legal.terms ?? "",
    IMPRINT_URL: settings.legal.imprint ?? "",
    // What the public page names.
    CONTACT_ADDRESS: settings.contactEmail ?? `support@${settings.publicUrl.hostname}`,
  };
  const pages = new Map<string, Page>();
  for (const name of names) {
    const built = await readFile(path.join(folder, name), "utf8").catch(() => undefined);
    if (built === undefined) continue;
    pages.set(name, pageOf(path.extname(name), fill(built, values)));
  }
  const scripts = await readScripts(path.join(folder, ".vite/preload.json"));
  const ofTheApp = await readPaths(path.join(folder, ".vite/paths.json"));
  const app = pages.get("index.html")?.bytes.toString();
  const drawn = app === undefined ? undefined : await readDrawnPage(folder, app);
  const announce = ({ url }: FastifyRequest, reply: FastifyReply) => {
    const early = scripts.get(url.replace(/\?.*/, ""));
    if (early) void reply.header("link", early);
  };
  return {
    names,
    scripts: drawn === undefined ? [] : [drawn.script],
    has: (path) => ofTheApp.some((one) => one.test(path)),
    send(name, request, reply, code) {
      const page = pages.get(name);
      if (page === undefined) return false;
      if (name === "index.html") announce(request, reply);
      void reply.header("etag", page.etag).header("vary", "accept-encoding").header("cache-control", "no-cache");
      if (code === 200 && request.headers["if-none-match"] === page.etag) {
        void reply.code(304).send();
        return true;
      }
      const encoding = chooseEncoding(request, reply);
      void reply.code(code).type(page.type);
      page.in(encoding).then(
        (bytes) => reply.send(bytes),
        (error) => reply.removeHeader("content-encoding").send(error),
      );
      return true;
    },
    async sendDrawn(view, request, reply) {
      if (drawn === undefined) return false;
      const page = Buffer.from(drawn.draw(request.url, view));
      announce(request, reply);
      const bytes = await compress[chooseEncoding(request, reply)](page);
      void reply
        .header("vary", "accept-encoding")
        .header("cache-control", "no-store")
        .type(types[".html"] ?? "")
        .send(bytes);
      return true;
    },
  };
}

/** For a page that is rendered for one visit: low levels give most of the gain for little work. */
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 4 }),
  identity: async (bytes) => bytes,
};

/** For a page that is sent again and again. */
const compressWell: typeof compress = {
  br: (bytes) => promisify(brotliCompress)(bytes),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: compress.identity,
};

/** For each path of the app that the build lists, the `Link` header that makes browsers fetch its scripts early. */
async function readScripts(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const scripts = Object.entries(JSON.parse(text) as Record<string, string[]>);
  return new Map(scripts.map(([url, files]) => [url, files.map((name) => `<${name}>; rel=modulepreload`).join(", ")]));
}

/** The paths of the app's pages, which its router takes in any case and with a last slash. */
async function readPaths(file: string): Promise<RegExp[]> {
  const text = await readFile(file, "utf8").catch(() => "[]");
  return (JSON.parse(text) as string[]).map(
    (one) => new RegExp(`^${one.replace(/:\w+/g, "[^/]+").replace(/\/$/, "")}/?$`, "i"),
  );
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{([A-Z_]+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : escapeHtml(value);
  });

function pageOf(extension: string, text: string): Page {
  const bytes = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type: types[extension] ?? "application/octet-stream",
    // Weak: it is the same for every compression of the page.
    etag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    bytes,
    in(encoding) {
      const known = made.get(encoding) ?? compressWell[encoding](bytes);
      made.set(encoding, known);
      known.catch(() => made.delete(encoding));
      return known;
    },
  };
}

/** Chooses the body's encoding, and sets the `content-encoding` header to it. */
function chooseEncoding({ headers }: FastifyRequest, reply: FastifyReply): Encoding {
  const accepted = headers["accept-encoding"] ?? "";
  const offered = accepted.split(",").map((entry) => entry.trim().replace(/;q=1(\.0+)?$/, ""));
  const encoding = offered.includes("br") ? "br" : offered.includes("gzip") ? "gzip" : "identity";
  if (encoding !== "identity") void reply.header("content-encoding", encoding);
  return encoding;
}
