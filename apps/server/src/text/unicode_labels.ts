import { domainToUnicode } from "node:url";

/** A label of a domain in its form for DNS (RFC 5890, section 2.3.2.1). */
const label = /\bxn--[a-z0-9-]{1,59}/gi;

/** A text in which domains are written as people write them, for comparing: both spellings become one. */
export const withUnicodeLabels = (text: string): string =>
  text.replace(label, (found) => domainToUnicode(found) || found);
