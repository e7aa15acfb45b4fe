import { isAppLink } from "@mayfly/contracts";

/** Longer URLs of a mail are no links. */
const urlLength = 8_000;
/** Longer ones are not told: they say nothing to a reader. */
const toldLength = 500;
/** Schemes whose URLs are content or code, or name a part of the mail itself. */
const untold = /^(?:javascript|vbscript|livescript|data|blob|file|filesystem|about|cid|mid|https?|mailto):/i;
/** What a browser takes out of a URL (WHATWG URL, 4.4): so no sign in it hides its scheme. */
const around = /^[\0- ]+|[\t\n\r]+/g;
/** A reference without a scheme of its own. */
const relative = /^(?![a-z][a-z\d+.-]*:)\S/i;

/** What the references of one HTML document lead to. */
export interface LinkTargets {
  /** Hears of a `<base href>`; as in a browser, the first one counts. */
  base(href: string): void;
  /**
   * The whole URL of a reference: `//host` and `www.host` name hosts, and all else is relative to the document's base,
   * if it has one. What has a scheme, or is relative to nothing, stays as it is.
   */
  resolved(reference: string): string;
  /** The whole URL of a link that a reader may open, directly or after a question; undefined for all others. */
  shown(reference: string): string | undefined;
  /** The URL of any other link that tells a reader where it leads, though it opens nothing here, such as `ftp:`. */
  told(reference: string): string | undefined;
}

export function linkTargets(): LinkTargets {
  let base: string | undefined;
  const resolved = (reference: string) => {
    const url = reference.replace(around, "").trim();
    if (url.startsWith("//")) return `https:${url}`;
    if (/^www\.[^\s/.]/i.test(url)) return `https://${url}`;
    if (base === undefined || !relative.test(url) || url.startsWith("#") || !URL.canParse(url, base)) return url;
    return new URL(url, base).href;
  };
  return {
    base(href) {
      const url = href.trim();
      if (/^https?:\/\//i.test(url) && URL.canParse(url)) base ??= url;
    },
    resolved,
    shown(reference) {
      const url = resolved(reference);
      if (/^(?:https?:\/\/|mailto:)/i.test(url)) return url;
      const href = url.length <= urlLength && URL.canParse(url) ? new URL(url).href : "";
      return isAppLink(href) ? href : undefined;
    },
    told(reference) {
      const url = resolved(reference);
      return url.length <= toldLength && /^[a-z][a-z\d+.-]*:\S*$/i.test(url) && !untold.test(url) ? url : undefined;
    },
  };
}
