import type { Attachment } from "../mime/mended_mailparser.ts";
import type { ImageLink } from "./image_link.ts";
import { rasterType } from "./image_type.ts";

/** The limit for all embedded images of a message together; each counts as often as it is shown. */
export const embeddedBytes = 4_000_000;

/** Finds what to show for the images of a message. */
export interface Images {
  embedded(cid: string): string | undefined;
  /** The image whose Content-Location is this URL, as it stands in the HTML or whole (RFC 2557). */
  located(url: string): string | undefined;
  leftOut(cid: string): string | undefined;
  imageLink: ImageLink;
}

/**
 * Gives a message's embedded images as data: URLs by their content IDs and locations; `shown` has those that were asked for. An image
 * is given again only while there is room for all others.
 */
export function embeddedImages(attachments: Attachment[]) {
  const images = new Map(attachments.filter(({ cid }) => cid).map((one) => [one.cid, one]));
  const byLocation = new Map(attachments.filter(({ location }) => location).map((one) => [one.location, one]));
  const shown = new Set<Attachment>();
  const named = new Set<Attachment>();
  let left = embeddedBytes;
  const isImage = ({ content }: Attachment) => rasterType(content) !== undefined;
  /** The size of the images that have not been asked for. */
  let others = [...new Set([...images.values(), ...byLocation.values()])]
    .filter(isImage)
    .reduce((sum, { content }) => sum + content.length, 0);
  return {
    shown,
    /** The name of an image for which there was no room; each such image is named only once. */
    leftOut(cid: string): string | undefined {
      const image = images.get(cid);
      if (image === undefined || shown.has(image) || named.has(image) || !isImage(image)) return undefined;
      named.add(image);
      return image.filename || "An image";
    },
    link: (cid: string) => linkTo(images.get(cid)),
    located: (url: string) => linkTo(byLocation.get(url)),
  };
  function linkTo(image: Attachment | undefined): string | undefined {
    const type = image && rasterType(image.content);
    if (type === undefined || image === undefined) return undefined;
    const size = image.content.length;
    if (size > (shown.has(image) ? left - others : left)) return undefined;
    left -= size;
    if (!shown.has(image)) others -= size;
    shown.add(image);
    return `data:${type};base64,${image.content.toString("base64")}`;
  }
}

/** The `src` to show for an image: a data: URL, or a link to the proxy. Undefined when the image is not shown. */
export function imageSource(source: string, { embedded, located, imageLink }: Images): string | undefined {
  const cid = cidOf(source);
  if (cid !== undefined) return embedded(cid);
  const url = source.trim();
  const own = located(url);
  if (own !== undefined) return own;
  if (/^https?:\/\//i.test(url)) return imageLink(url);
  if (url.startsWith("//")) return imageLink(`https:${url}`);
  return /^data:image\/(png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i.test(url) ? url : undefined;
}

/** The content id in a cid: URL (RFC 2392). */
export function cidOf(source: string): string | undefined {
  const url = source.trim();
  const cid = /^cid:/i.test(url) ? url.slice("cid:".length) : undefined;
  try {
    return cid && decodeURIComponent(cid);
  } catch {
    return cid;
  }
}
