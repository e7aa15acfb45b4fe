import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request that may change something comes from our own pages (threat 30). A browser names the origin of
 * every such request; a program that is no browser names none, and carries no cookie that it was not given.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (origin === publicUrl.origin) return true;
  if (!URL.canParse(origin)) return false;
  // Another name of this server; what came without encryption is nobody's page where there is encryption.
  const from = new URL(origin);
  return from.host === host && (publicUrl.protocol === "http:" || from.protocol === "https:");
}
