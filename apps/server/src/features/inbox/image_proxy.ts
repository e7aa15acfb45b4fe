import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { openFairLimiter } from "../../limits/fair_limiter.ts";
import { type Reader, readerOf } from "../../mail/show/image_link.ts";
import { rasterType } from "../../mail/show/image_type.ts";
import type { Image, LoadImage } from "../../mail/stored_messages.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { Refusal } from "../../refusal.ts";

export interface ImageOptions {
  outbound: Outbound;
  imageKey: string;
  clock: Clock;
  /**
   * The company of a reader who may read the message.
   * @throws Refusal
   */
  companyOf(source: string, reader: Reader): Promise<string>;
}

const fetchLimits = { milliseconds: 10_000, maxBytes: 5 * 1024 * 1024, redirects: 3 };
const rememberedBytes = 32 * 1024 * 1024;
const rememberedMilliseconds = 60 * 60 * 1000;
/** An image that was missing is fetched again sooner. */
const missingMilliseconds = 60 * 1000;
const fetchesAtOnce = 72;
const fetchesOfCompany = 6;
/** A company also gets no more than this share of the free places, so that many companies leave some for the next. */
const part = 1 / 11;
const fetchesWaiting = 300;

/**
 * Fetches the images in mail for its readers, so that senders learn nothing about them: the request has no cookie,
 * referrer or IP address of a reader (threats 26 to 28).
 */
export function openImages({ outbound, imageKey, clock, companyOf }: ImageOptions): LoadImage {
  // Images whose server does not answer delay only the company that asked for them.
  const takeTurn = openFairLimiter({
    inAll: fetchesAtOnce,
    atOnce: (free) => Math.min(fetchesOfCompany, free * part),
    waiting: { most: () => fetchesWaiting, full: () => Refusal.tooMany(10) },
  });

  async function load(url: string): Promise<Image | "missing"> {
    const headers = { accept: "image/*", "user-agent": "Mayfly" };
    const answer = await outbound.send(new URL(url), { method: "GET", headers, ...fetchLimits }).catch(() => undefined);
    const content_type = answer?.status === 200 && answer.whole ? rasterType(answer.body) : undefined;
    return answer && content_type ? { content_type, bytes: answer.body } : "missing";
  }

  // Each company has its own entries: how fast an image comes must not tell whether another company has seen it.
  const images = new LRUCache<string, Image | "missing", { company: string; url: string }>({
    maxSize: rememberedBytes,
    sizeCalculation: (image) => (image === "missing" ? 1 : image.bytes.length) + 1000,
    ttl: rememberedMilliseconds,
    async fetchMethod(_key, _old, { context: { company, url }, options }) {
      const image = await takeTurn(company, () => load(url));
      if (image === "missing") options.ttl = missingMilliseconds;
      return image;
    },
    // An image that is evicted while it is still being fetched is not kept, but its readers get it all the same.
    ignoreFetchAbort: true,
  });

  return async (link, session) => {
    const reader = readerOf(imageKey, link, clock());
    if (reader === undefined || (session && Buffer.compare(session, reader.session) !== 0)) throw Refusal.forbidden();
    const { url, source } = link;
    const company = await companyOf(source, reader);
    const image = await images.forceFetch(`${company} ${url}`, { context: { company, url } });
    if (image === "missing") throw Refusal.notFound();
    return { ...image, company };
  };
}
