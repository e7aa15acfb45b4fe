import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request that may change something comes from our own pages (threat 30). A browser names the origin of
 * every such request; another program names none, and sends no cookie that its user did not give it.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (origin === publicUrl.origin) return true;
  if (!URL.canParse(origin)) return false;
  // A page under another name of this server. If PUBLIC_URL is https, an http page may be forged and does not count.
  const from = new URL(origin);
  return from.host === host && (publicUrl.protocol === "http:" || from.protocol === "https:");
}
