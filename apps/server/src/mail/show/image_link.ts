import { createHmac, timingSafeEqual } from "node:crypto";
import { imageLinkLife, imageProxyPath } from "@mayfly/contracts";

/** Turns an image's URL into a link through the image proxy; undefined for a URL that the proxy does not fetch. */
export type ImageLink = (url: string) => string | undefined;

/** The query of a link: `reader` says whom it was made for, and `signature` that we made it for this message. */
export type LinkQuery = Record<"url" | "source" | "signature" | "reader", string>;

/** Whom a link was made for, and when. */
export interface Reader {
  /** What the database keeps of the session's token. */
  session: Uint8Array<ArrayBuffer>;
  issued: Date;
}

/** The proxy accepts URLs up to this length, which is more than any real one has. */
const urlLength = 8_000;

// No part that we sign contains a line break, so no other parts give the same text.
const mac = (key: string, ...parts: string[]) =>
  createHmac("sha256", key).update(parts.join("\n")).digest("base64url").slice(0, 32);

function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * What stands in a message's links until they are made for a reader: a message is rendered once for all its readers.
 * Its sender cannot write it. It is as long as what takes its place.
 */
const anyReader = (key: string, source: string) =>
  createHmac("sha512", key).update(`any reader\n${source}`).digest("base64url");

/** Makes the image links of one message. They work for nobody until `forReader` has made them for somebody. */
export const imageLinks = (key: string, source: string): ImageLink => {
  const reader = anyReader(key, source);
  return (given) => {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.href.length > urlLength) return undefined;
    const query: LinkQuery = { url: url.href, source, signature: mac(key, "image", source, url.href), reader };
    return `${imageProxyPath}?${new URLSearchParams(query)}`;
  };
};

/**
 * Makes the image links in a message's content for one reader. The frame that shows it has an opaque origin, to whose
 * requests browsers add no cookie of ours, so the links say which session they are for (threat 26).
 */
export function forReader(key: string, content: string, source: string, { session, issued }: Reader): string {
  const [whose, when] = [Buffer.from(session).toString("base64url"), issued.getTime().toString(36)];
  const reader = [whose, when, mac(key, "reader", source, whose, when)].join(".");
  return content.replaceAll(anyReader(key, source), reader);
}

/** Whom a link was made for; undefined when we did not make it, or its time is over. */
export function readerOf(key: string, { url, source, signature, reader }: LinkQuery, now: Date): Reader | undefined {
  const [whose = "", when = "", signed = ""] = reader.split(".");
  if (!isEqual(signature, mac(key, "image", source, url))) return undefined;
  if (!isEqual(signed, mac(key, "reader", source, whose, when))) return undefined;
  const issued = new Date(Number.parseInt(when, 36));
  if (issued.getTime() + imageLinkLife <= now.getTime()) return undefined;
  return { session: new Uint8Array(Buffer.from(whose, "base64url")), issued };
}
