import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { Refusal } from "../refusal.ts";

export const otherOrigin = ({ origin }: URL) =>
  Refusal.forbidden(`Open Mayfly at ${origin}. Other sites may not call it.`);

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
  if (publicUrl.protocol === "https:" && from.protocol !== "https:") return false;
  return from.host === host && isOwnName(from.hostname, publicUrl);
}

/**
 * Whether a name leads here because we say so. Any other may be a stranger's, who lets it lead here once a page of theirs is
 * open under it (DNS rebinding): only for PUBLIC_URL's name, addresses and localhost (RFC 6761) can they not.
 */
const isOwnName = (name: string, { hostname }: URL) =>
  name === hostname || /(?:^|\.)localhost$/.test(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
