import { createHmac, timingSafeEqual } from "node:crypto";
import { imageProxyPath } from "@mayfly/contracts";

/** Turns an image's URL into the link to it through the proxy; undefined for what no proxy fetches. */
export type ImageLink = (url: string) => string | undefined;

/** More than any real one, and what the proxy takes. */
const urlLength = 8_000;

// A line break cannot stand in either, so no other pair has the same text.
const signatureOf = (key: string, source: string, url: string) =>
  createHmac("sha256", key).update(`${source}\n${url}`).digest("base64url").slice(0, 32);

/** Makes the links of one message. They are good as long as the message is stored, and for nothing else (threat 26). */
export const imageLinks =
  (key: string, source: string): ImageLink =>
  (given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.href.length > urlLength) return undefined;
    const query = new URLSearchParams({ url: url.href, source, signature: signatureOf(key, source, url.href) });
    return `${imageProxyPath}?${query}`;
  };

export function isSigned(key: string, { url, source, signature }: Record<"url" | "source" | "signature", string>) {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(key, source, url))];
  return given.length === right.length && timingSafeEqual(given, right);
}
