import { once } from "node:events";
import type { AddressInfo } from "node:net";
import dns2 from "dns2";

/** The records that are found, or the error code (RFC 1035 section 4.1.1); undefined: no reply. */
type Found = Partial<dns2.Packet.Resource>[] | keyof typeof failures | undefined;
const failures = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export interface DnsServer extends AsyncDisposable {
  /** As in DNS_SERVERS. */
  address: string;
  /** Names that were asked for. */
  asked: string[];
}

const { Packet } = dns2;
const typeNames = new Map(Object.entries(Packet.TYPE).map(([name, type]) => [type as number, name]));

/**
 * A name server on loopback.
 * @param answer what it finds for a name and a type such as "A"
 */
export async function dnsServer(answer: (name: string, type: string) => Found): Promise<DnsServer> {
  const asked: string[] = [];
  const handle: dns2.DnsHandler = (request, send) => {
    const [{ name = "", type = 0 } = {}] = request.questions;
    asked.push(name);
    const found = answer(name, typeNames.get(type) ?? "");
    if (found === undefined) return;
    const response = Packet.createResponseFromRequest(request);
    if (typeof found === "string") response.header.rcode = failures[found];
    else
      for (const one of found) response.answers.push({ name, type, class: Packet.CLASS.IN, ttl: 0, ...one } as never);
    send(response);
  };
  // An answer too long for a datagram is requested again over TCP. Free TCP ports are rarer, so TCP chooses the port.
  const tcp = dns2.createTCPServer(handle).listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  const udp = dns2.createUDPServer(handle);
  void udp.listen(port, "127.0.0.1");
  await once(udp, "listening");
  return {
    address: `127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      await Promise.all([udp, tcp].map((server) => new Promise<unknown>((resolve) => server.close(resolve))));
    },
  };
}

export interface DnsZone extends DnsServer {
  /** Sets the records at a name. A name without any does not exist. */
  set(name: string, type: "TXT" | "MX" | "CNAME", found: Found): void;
  /** Sets the records that a domain's page asks for. */
  prove(domain: { records: { type: string; name: string; value: string; priority: number | null }[] }): void;
  clear(): void;
}

/** A name server whose records a test can change. */
export async function dnsZone(): Promise<DnsZone> {
  const records = new Map<string, Found>();
  const server = await dnsServer((name, type) => {
    const key = `${name} ${type}`;
    return records.has(key) ? records.get(key) : "NXDOMAIN";
  });
  const zone = {
    set: (name: string, type: string, found: Found) => void records.set(`${name} ${type}`, found),
    clear: () => records.clear(),
    prove(domain: Parameters<DnsZone["prove"]>[0]) {
      for (const { type, name, value, priority } of domain.records) {
        zone.set(name, type, [type === "MX" ? { exchange: value, priority: priority ?? 0 } : { data: value }]);
      }
    },
  };
  return Object.assign(server, zone);
}
