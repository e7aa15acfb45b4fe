/** The page that asks before a link of a message opens another app. It names the link in its fragment. */
export const appLinkPage = "/open";

/**
 * Schemes of this form that run something in the browser, show what is in it or on this device, send its user's name
 * and password to any host (as Windows does for `smb:`), or name an app and a page of their own choice (`intent:`).
 */
const refused = new Set(
  [
    ...["http", "https", "mailto", "javascript", "vbscript", "livescript", "data", "blob", "file", "filesystem"],
    ...["about", "content", "cid", "mid", "view-source", "jar", "resource", "chrome", "chrome-extension", "devtools"],
    ...["chrome-untrusted", "edge", "moz-extension", "safari-web-extension", "ws", "wss", "ftp", "ftps", "sftp", "ssh"],
    ...[
      "telnet",
      "smb",
      "cifs",
      "nfs",
      "afp",
      "dav",
      "davs",
      "webdav",
      "webdavs",
      "ldap",
      "ldaps",
      "search",
      "search-ms",
    ],
    ...["shell", "intent", "android-app"],
  ].map((scheme) => `${scheme}:`),
);

/**
 * Whether a link opens another app: a call, a text message, or a deep link (`scheme://…`).
 * @param href the whole URL, as the URL parser writes it; any other spelling is none
 */
export function isAppLink(href: string): boolean {
  const [, protocol = "", slashes] = /^([a-z][a-z\d+.-]*:)(\/\/)?[\x20-\x7e]+$/.exec(href) ?? [];
  if (protocol === "tel:" || protocol === "sms:") return true;
  return slashes !== undefined && !refused.has(protocol) && !protocol.startsWith("ms-");
}

export const askBeforeOpening = (href: string) => `${appLinkPage}#${encodeURIComponent(href)}`;

/** The link that a fragment of the page names; undefined when it may not be opened. */
export function appLinkIn(fragment: string): string | undefined {
  try {
    const href = decodeURIComponent(fragment.replace(/^#/, ""));
    return isAppLink(href) ? href : undefined;
  } catch {
    return undefined;
  }
}
