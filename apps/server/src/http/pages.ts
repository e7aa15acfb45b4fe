import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const names = ["index.html", "homepage.html", "404.html", "500.html", "robots.txt", "sitemap.xml"] as const;
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
}

export interface Pages {
  names: readonly string[];
  /** False when the page has not been built. */
  send(name: PageName, request: FastifyRequest, reply: FastifyReply, code: number): boolean;
}

interface Page {
  type: string;
  etag: string;
  encodings: Record<"br" | "gzip" | "identity", Buffer>;
}

/** The built pages that know this installation: its settings stand where the build left `{{NAME}}`. */
export async function readPages(folder: string, settings: PageSettings): Promise<Pages> {
  const values: Record<string, string> = {
    PUBLIC_URL: settings.publicUrl.href.replace(/\/$/, ""),
    PUBLIC_HOST: settings.publicUrl.hostname,
    MARKETING_URL: settings.marketingUrl.href,
    TAG_CONTAINER_ID: settings.tagContainer ?? "",
  };
  const pages = new Map<string, Page>();
  for (const name of names) {
    const built = await readFile(path.join(folder, name), "utf8").catch(() => undefined);
    if (built === undefined) continue;
    pages.set(name, await pageOf(path.extname(name), fill(built, values)));
  }
  const scripts = await readScripts(path.join(folder, ".vite/preload.json"));
  return {
    names,
    send(name, request, reply, code) {
      const page = pages.get(name);
      if (page === undefined) return false;
      const early = name === "index.html" && scripts.get(request.url.replace(/\?.*/, ""));
      if (early) void reply.header("link", early);
      void reply.header("etag", page.etag).header("vary", "accept-encoding").header("cache-control", "no-cache");
      if (code === 200 && request.headers["if-none-match"] === page.etag) {
        void reply.code(304).send();
        return true;
      }
      const encoding = encodingFor(request.headers["accept-encoding"]);
      if (encoding !== "identity") void reply.header("content-encoding", encoding);
      void reply.code(code).type(page.type).send(page.encodings[encoding]);
      return true;
    },
  };
}

/** What the build says of the app's paths, as the header that has their scripts fetched beside the page. */
async function readScripts(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const scripts = Object.entries(JSON.parse(text) as Record<string, string[]>);
  return new Map(scripts.map(([url, files]) => [url, files.map((name) => `<${name}>; rel=modulepreload`).join(", ")]));
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{([A-Z_]+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : escapeMarkup(value);
  });

const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function pageOf(extension: string, text: string): Promise<Page> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return {
    type: types[extension] ?? "application/octet-stream",
    // Weak: the same page, however it is compressed.
    etag: `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    encodings: { br, gzip: gz, identity },
  };
}

function encodingFor(accepted: string | undefined): keyof Page["encodings"] {
  const offered = (accepted ?? "").split(",").map((entry) => entry.trim().replace(/;q=1(\.0+)?$/, ""));
  return offered.includes("br") ? "br" : offered.includes("gzip") ? "gzip" : "identity";
}
