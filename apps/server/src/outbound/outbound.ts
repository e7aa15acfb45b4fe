import { Resolver } from "node:dns/promises";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { type Internet, publicInternet } from "./addresses.ts";
import { saysNothingIsThere } from "./dns.ts";
import { reasonOf } from "./reasons.ts";

export interface OutboundRequest {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole request, from the DNS lookup on. If an answer has begun by then, the part that has come counts. */
  milliseconds: number;
  /** The rest of a longer answer is not read. */
  maxBytes: number;
  /** How many redirects of a GET are followed; the response after them is the answer. */
  redirects?: number;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body is complete. */
  whole: boolean;
  /** Whether the time ran out before the whole body had come. */
  late: boolean;
}

/** There was no answer. The message is for people. */
export class Unanswered extends Error {
  /** Whether the time ran out. */
  readonly late: boolean;
  constructor(message: string, late = false) {
    super(message);
    this.late = late;
  }
}

export interface OutboundOptions {
  /** Lets requests reach private addresses, and uses the system's name lookup (development, tests). */
  allowPrivateNetwork: boolean;
  /** `host:port`; without them, the system's name servers. */
  dnsServers: string[] | undefined;
  /** Ports that requests may go to besides 80, 443 and those from 1024 on. */
  ports: number[];
}

/** Requests to servers that strangers name: webhooks and the images of mail (invariant 7). */
export interface Outbound {
  /** Whether a URL that somebody enters may be public. Its name may still resolve to a private address. */
  mayReach(url: URL): boolean;
  /** Whether requests may go to the URL's port: below 1024 are services that take no requests from strangers. */
  mayUsePort(url: URL): boolean;
  /** @throws Unanswered */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Aborts requests that are under way. */
  close(): Promise<void>;
}

/** Milliseconds that a connection is kept for the next request. */
const idle = 4_000;

/**
 * Not by fetch or undici, which take `100 Continue` before an answer (RFC 9110 section 15.2.1) for a bad one.
 * @param internet which addresses are public; tests have one of their own
 */
export function openOutbound(
  { allowPrivateNetwork, dnsServers, ports }: OutboundOptions,
  { isPublicAddress, isPublicHost }: Internet = publicInternet,
): Outbound {
  const options = { keepAlive: true, timeout: idle, autoSelectFamily: true };
  const settings = allowPrivateNetwork ? options : { ...options, lookup: publicLookup(dnsServers, isPublicAddress) };
  const agents = { "http:": new http.Agent(settings), "https:": new https.Agent(settings) };
  const mayReach = (url: URL) => allowPrivateNetwork || isPublicHost(url);
  const mayUsePort = ({ protocol, port }: URL) => {
    const used = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
    return used >= firstFreePort || webPorts.includes(used) || ports.includes(used);
  };

  function ask(url: URL, { method, headers, body, signal }: OutgoingRequest): Promise<IncomingMessage> {
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new Unanswered("The redirect does not lead to a web page.");
    if (!mayReach(url)) throw notPublic(url.hostname);
    if (!mayUsePort(url)) throw new Unanswered(`Port ${url.port} is not allowed.`);
    const { request } = url.protocol === "https:" ? https : http;
    return new Promise((resolve, reject) => {
      // The signal also ends the reading of the answer.
      request(url, { method, headers, signal, agent: agents[url.protocol as keyof typeof agents] })
        .on("response", resolve)
        .on("error", reject)
        .on("upgrade", (_response, socket) => {
          socket.destroy();
          reject(new Unanswered("The answer switches to another protocol."));
        })
        // Node can end a request and say nothing else, and a caller must not wait for ever.
        .on("close", () => reject(new Unanswered("The connection was closed before the answer.")))
        .end(body);
    });
  }

  return {
    mayReach,
    mayUsePort,
    async send(url, { redirects = 0, milliseconds, maxBytes, method, headers = {}, body }) {
      const signal = AbortSignal.timeout(milliseconds);
      const asked = { method, headers, body, signal };
      try {
        let response = await ask(url, asked);
        for (let hops = 0, at = url; hops < redirects && isRedirect(response); hops += 1) {
          response.destroy();
          at = new URL(response.headers.location ?? "", at);
          response = await ask(at, asked);
        }
        const { statusCode: status = 0, headers: answered } = response;
        return { status, headers: answered, ...(await read(response, maxBytes)), late: signal.aborted };
      } catch (error) {
        if (signal.aborted) throw new Unanswered(`No answer within ${milliseconds / 1000} seconds.`, true);
        throw error instanceof Unanswered ? error : new Unanswered(reasonOf(error));
      }
    },
    async close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

interface OutgoingRequest {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

const webPorts = [80, 443];
/** From here on, ports belong to no service of the system (RFC 6335 section 6). */
const firstFreePort = 1024;

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage) =>
  [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined;

/** Finds public addresses only, and the connection goes to the very addresses that were checked. */
function publicLookup(dnsServers: string[] | undefined, isPublicAddress: Internet["isPublicAddress"]): LookupFunction {
  // Not the system's lookup: it blocks one of the few threads that also hash passwords, for as long as a server likes.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  return (hostname, _options, callback) => {
    lookUp(resolver, hostname).then(
      (addresses) => {
        if (addresses.every(({ address }) => isPublicAddress(address))) callback(null, addresses);
        else callback(notPublic(hostname), []);
      },
      (error) => callback(error, []),
    );
  };
}

async function lookUp(resolver: Resolver, hostname: string) {
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((one, at) =>
    one.status === "fulfilled" ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length === 0) {
    const isMissing = found.every((one) => one.status === "rejected" && saysNothingIsThere(one.reason));
    throw new Unanswered(
      isMissing ? `The name ${hostname} does not exist.` : `The name servers did not answer for ${hostname}.`,
    );
  }
  return addresses;
}

const notPublic = (hostname: string) => new Unanswered(`${hostname} is not on the public internet.`);

async function read(body: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  let whole = false;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size > maxBytes) break;
    }
    whole = size <= maxBytes;
  } catch {
    // The body was cut off or took too long; the status is what matters.
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), whole };
}
