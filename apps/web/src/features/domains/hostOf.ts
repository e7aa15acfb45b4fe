/** The host of what was typed or pasted: a name, a URL without or with its scheme, or an email address. */
export const hostOf = (typed: string): string =>
  typed
    .trim()
    // The scheme; browsers take backslashes too.
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?[\\/]{2}|^mailto:/i, "")
    .replace(/[/?#\\].*$/s, "")
    // What stands before the @ of an address or URL, and the bracket after one that has a name before it.
    .replace(/^.*@/s, "")
    .replace(/>.*$/s, "")
    .replace(/^([^:]*):\d*$/, "$1")
    .trim();
