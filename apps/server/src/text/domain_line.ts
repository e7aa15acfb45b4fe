import { domainToUnicode } from "node:url";

/** A domain as people write it, with its form in DNS behind it if that differs. The web app has the same for its texts. */
export function domainLine(ascii: string): string {
  const written = domainToUnicode(ascii);
  return written === "" || written === ascii ? ascii : `${written} (${ascii})`;
}
