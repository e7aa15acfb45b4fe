import type { IncomingMessage } from "node:http";

/**
 * Whether it is clear which host a request is for (RFC 9112 section 3.2): it has no second Host header, of which a proxy
 * may go by the one and we by the other, and a whole URL in place of the path names the same host.
 */
export function isForOneHost({ rawHeaders, headers, url = "" }: IncomingMessage): boolean {
  const given = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (given.length > 1) return false;
  if (url.startsWith("/") || url === "*") return true;
  return URL.canParse(url) && new URL(url).host === hostOf(headers.host ?? "");
}

/** As `URL` writes it: in lower case, and without the port that goes without saying. */
const hostOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined);
