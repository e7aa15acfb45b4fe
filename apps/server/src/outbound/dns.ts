import { Resolver } from "node:dns/promises";

export interface MailExchange {
  /** Empty: the domain takes no mail (RFC 7505). */
  exchange: string;
  priority: number;
}

/** Records that strangers are in charge of. Undefined: nobody answered, or not in a way that says anything. */
export interface Dns {
  /** Each record's parts put together. */
  txt(name: string): Promise<string[] | undefined>;
  mx(name: string): Promise<MailExchange[] | undefined>;
}

/** For a lookup as a whole. */
const milliseconds = 5_000;

/** @param servers `host:port`; the system's when there are none */
export function openDns(servers: string[] | undefined): Dns {
  const look = async <Found>(lookUp: (resolver: Resolver) => Promise<Found[]>): Promise<Found[] | undefined> => {
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    if (servers) resolver.setServers(servers);
    // Several servers, or a name that leads on and on, could take much longer than one try.
    const deadline = setTimeout(() => resolver.cancel(), milliseconds);
    try {
      return await lookUp(resolver);
    } catch (error) {
      return saysNothingIsThere.has((error as NodeJS.ErrnoException).code ?? "") ? [] : undefined;
    } finally {
      clearTimeout(deadline);
    }
  };
  return {
    txt: (name) => look(async (resolver) => (await resolver.resolveTxt(name)).map(asText)),
    mx: (name) => look((resolver) => resolver.resolveMx(name)),
  };
}

/** Node has a character for each byte. */
const asText = (parts: string[]) => Buffer.from(parts.join(""), "latin1").toString();

/** NXDOMAIN, and no record of the kind. All else (SERVFAIL, a timeout, nonsense) says nothing about the name. */
const saysNothingIsThere = new Set(["ENOTFOUND", "ENODATA"]);
