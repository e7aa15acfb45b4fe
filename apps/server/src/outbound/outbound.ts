import { Resolver } from "node:dns/promises";
import type { IncomingHttpHeaders } from "node:http";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher, interceptors, request } from "undici";
import { isPublicAddress, isPublicHost } from "./addresses.ts";

export interface OutboundRequest {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole request, from the DNS lookup on. If an answer has begun by then, the part that has come counts. */
  milliseconds: number;
  /** The rest of a longer answer is not read. */
  maxBytes: number;
  /** How many redirects are followed; the response after them is the answer. */
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
}

/** Requests to servers that strangers name: webhooks and the images of mail (design, invariant 7). */
export interface Outbound {
  /** Whether a URL that somebody enters may be public. Its name may still resolve to a private address. */
  mayReach(url: URL): boolean;
  /** @throws Unanswered */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Aborts requests that are under way. */
  close(): Promise<void>;
}

export function openOutbound({ allowPrivateNetwork, dnsServers }: OutboundOptions): Outbound {
  const agent = new Agent({
    connect: allowPrivateNetwork ? { allowH2: false } : publicConnector(dnsServers),
    allowH2: false,
  });
  // Redirects use the agent's connections too, and so are checked.
  const dispatcher = agent.compose(interceptors.redirect());
  return {
    mayReach: (url) => allowPrivateNetwork || isPublicHost(url),
    async send(url, { redirects, milliseconds, maxBytes, ...rest }) {
      const signal = AbortSignal.timeout(milliseconds);
      const options = { ...rest, dispatcher, signal, maxRedirections: redirects ?? 0 };
      try {
        // The signal aborts a request, but not the wait for a connection to send it on.
        const { statusCode, headers, body } = await Promise.race([request(url, options), aborted(signal)]);
        return { status: statusCode, headers, ...(await read(body, maxBytes)), late: signal.aborted };
      } catch (error) {
        if (signal.aborted) throw new Unanswered(`No answer within ${milliseconds / 1000} seconds.`, true);
        throw new Unanswered(reasonOf(error));
      }
    },
    close: () => agent.destroy(),
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/** Connects to public addresses only, and to the very addresses that it checked: a second lookup could differ. */
function publicConnector(dnsServers: string[] | undefined): buildConnector.connector {
  // Not the system's lookup: it blocks one of the few threads that also hash passwords, for as long as a server likes.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  const lookup: LookupFunction = (hostname, _options, callback) => {
    lookUp(resolver, hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
  const connect = buildConnector({ allowH2: false, lookup });
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    if (isPublicHost(url)) connect(options, callback);
    else callback(notPublic(options.hostname), null);
  };
}

async function lookUp(resolver: Resolver, hostname: string) {
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((one, at) =>
    one.status === "fulfilled" ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length === 0) throw new Unanswered(`The name ${hostname} was not found.`);
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw notPublic(hostname);
  return addresses;
}

const notPublic = (hostname: string) => new Unanswered(`${hostname} is not an address of the public internet.`);

async function read(body: Dispatcher.ResponseData["body"], maxBytes: number) {
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

function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  // After a semicolon, Node adds advice for whoever runs it.
  return first instanceof Error ? (first.message.split(";", 1)[0] ?? "") : String(first);
}
