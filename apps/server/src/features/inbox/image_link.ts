import { createHmac, timingSafeEqual } from "node:crypto";
import { imageProxyPath } from "@mayfly/contracts";

/** Turns an image's URL into a link through the image proxy; undefined for a URL that the proxy does not fetch. */
export type ImageLink = (url: string) => string | undefined;

/** The proxy accepts URLs up to this length, which is more than any real one has. */
const urlLength = 8_000;

// Neither the source nor the URL can contain a line break, so no other pair gives the same signed text.
const signatureOf = (key: string, source: string, url: string) =>
  createHmac("sha256", key).update(`${source}\n${url}`).digest("base64url").slice(0, 32);

/** Makes the image links of one message. They work only for its images and while it is stored (threat 26). */
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
