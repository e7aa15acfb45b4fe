import { once } from "node:events";
import dns2 from "dns2";

type Found = Partial<dns2.Packet.Resource>;

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
 * @param answer what it finds for a name and a type such as "A"; undefined keeps it silent
 */
export async function dnsServer(answer: (name: string, type: string) => Found[] | undefined): Promise<DnsServer> {
  const asked: string[] = [];
  const server = dns2.createUDPServer((request, send) => {
    const [{ name = "", type = 0 } = {}] = request.questions;
    asked.push(name);
    const found = answer(name, typeNames.get(type) ?? "");
    if (found === undefined) return;
    const response = Packet.createResponseFromRequest(request);
    for (const one of found) response.answers.push({ name, type, class: Packet.CLASS.IN, ttl: 0, ...one } as never);
    send(response);
  });
  void server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${server.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
