import type { IncomingMessage } from "node:http";
import type { FastifyHelmetOptions } from "@fastify/helmet";

export interface HeaderOptions {
  publicUrl: URL;
  /** The inline scripts of the pages, by their hashes. */
  scripts: readonly string[];
  /** Whether pages load a tag container. */
  tags: boolean;
}

/** The origins that a tag container loads scripts from and reports to. */
const tagOrigins = {
  script: ["https://www.googletagmanager.com"],
  measure: ["https://www.googletagmanager.com", "https://*.google-analytics.com"],
};

// A host as a policy can name it: without the brackets of an IPv6 address.
const nameable = /^[\w.-]+(?::\d+)?$/;

/** The hosts under which a browser may have reached us: this request's, and PUBLIC_URL's behind a proxy that hides it. */
function hostsOf({ headers }: IncomingMessage, publicUrl: URL): string[] {
  return [...new Set([publicUrl.host, headers.host ?? ""])].filter((host) => nameable.test(host));
}

/** With an IPv6 address as its host, a page can only be named as a whole. */
const isUnnameable = ({ headers }: IncomingMessage) => headers.host?.startsWith("[") === true;

/**
 * The security headers of all answers. Downloads and proxied images come from the same origin as the app, so scripts
 * and style sheets are allowed by the paths of the built ones, and not by the origin.
 */
export function securityHeaders({ publicUrl, scripts, tags }: HeaderOptions): FastifyHelmetOptions {
  const built =
    (...paths: string[]) =>
    (request: IncomingMessage) =>
      isUnnameable(request)
        ? "'self'"
        : hostsOf(request, publicUrl)
            .flatMap((host) => paths.map((path) => host + path))
            .join(" ");
  const sockets = (request: IncomingMessage) =>
    hostsOf(request, publicUrl)
      .flatMap((host) => [`ws://${host}`, `wss://${host}`])
      .join(" ");
  const { script, measure } = tags ? tagOrigins : { script: [], measure: [] };
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [built("/assets/", "/theme.js"), ...scripts, ...script],
        // Messages carry their own styles, and the frame they are shown in inherits this policy.
        styleSrc: [built("/assets/"), "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", ...measure],
        // Not every browser counts its own WebSockets as 'self'.
        connectSrc: ["'self'", sockets, ...measure],
        objectSrc: ["'none'"],
        workerSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    // Subdomains of this host may be other sites.
    strictTransportSecurity: publicUrl.protocol === "https:" && { includeSubDomains: false },
    referrerPolicy: { policy: "same-origin" },
  };
}
