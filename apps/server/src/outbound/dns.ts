import { Resolver } from "node:dns/promises";

export interface MailExchange {
  /** Empty: the domain takes no mail (RFC 7505). */
  exchange: string;
  priority: number;
}

/** DNS records under the control of strangers. Undefined: no name server answered, or the answer proves nothing. */
export interface Dns {
  /** The parts of each record are joined. */
  txt(name: string): Promise<string[] | undefined>;
  mx(name: string): Promise<MailExchange[] | undefined>;
}

/** For a whole lookup. */
const milliseconds = 5_000;

/** @param servers `host:port`; without them, the system's name servers */
export function openDns(servers: string[] | undefined): Dns {
  const look = async <Found>(lookUp: (resolver: Resolver) => Promise<Found[]>): Promise<Found[] | undefined> => {
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    if (servers) resolver.setServers(servers);
    // Several servers, or a name that keeps referring to others, could take much longer than one try.
    const deadline = setTimeout(() => resolver.cancel(), milliseconds);
    try {
      return await lookUp(resolver);
    } catch (error) {
      return saysNothingIsThere(error) ? [] : undefined;
    } finally {
      clearTimeout(deadline);
    }
  };
  return {
    txt: (name) => look(async (resolver) => (await resolver.resolveTxt(name)).map(asText)),
    mx: (name) => look((resolver) => resolver.resolveMx(name)),
  };
}

/** Node decodes each byte to one character. */
const asText = (parts: string[]) => Buffer.from(parts.join(""), "latin1").toString();

/** NXDOMAIN, and no record of this type. All else (SERVFAIL, a timeout, nonsense) says nothing about the name. */
const nothingThere = new Set(["ENOTFOUND", "ENODATA"]);

/** Whether a failed lookup proves that there is nothing at the name. */
export const saysNothingIsThere = (error: unknown) => nothingThere.has((error as NodeJS.ErrnoException).code ?? "");
