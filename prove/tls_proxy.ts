import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect, createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { atEnd } from "../bench/cleanup.ts";
import { run } from "../bench/programs.ts";

export interface TlsProxy {
  url: string;
  /** The file with its certificate authority. */
  ca: string;
  connections: number;
  /** Ends every connection, and refuses new ones, once so many more bytes have come in; Infinity for never. */
  bytesLeft: number;
}

/** A proxy as companies have it: it ends TLS itself, with certificates of its own authority. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-proxy-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [ca, caKey] = [path.join(folder, "ca.pem"), path.join(folder, "ca.key")];
  const certificate = (name: string, cert: string, key: string, ...more: string[]) =>
    run("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"],
      ...["-subj", `/CN=${name}`, "-out", cert, "-keyout", key, ...more],
    ]);
  await certificate("A proxy's authority", ca, caKey);

  const contexts = new Map<string, Promise<SecureContext>>();
  const contextFor = async (host: string) => {
    const [cert, key] = [path.join(folder, `${host}.pem`), path.join(folder, `${host}.key`)];
    const names = ["-addext", `subjectAltName=DNS:${host}`, "-addext", "basicConstraints=critical,CA:FALSE"];
    await certificate(host, cert, key, "-CA", ca, "-CAkey", caKey, ...names);
    return createSecureContext({ cert: await readFile(cert), key: await readFile(key) });
  };

  const proxy: TlsProxy = { url: "", ca, connections: 0, bytesLeft: Number.POSITIVE_INFINITY };
  const open = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", async (request, client: Socket) => {
    client.on("error", () => client.destroy());
    if (proxy.bytesLeft <= 0) return client.destroy();
    proxy.connections += 1;
    open.add(client.on("close", () => open.delete(client)));
    const { hostname, port } = new URL(`https://${request.url}`);
    if (!contexts.has(hostname)) contexts.set(hostname, contextFor(hostname));
    const secureContext = await contexts.get(hostname);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    const inside = new TLSSocket(client, { isServer: true, ...(secureContext && { secureContext }) });
    const outside = connect({ host: hostname, port: Number(port) || 443, servername: hostname });
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
      one.pipe(other);
    }
    outside.on("data", ({ length }: Buffer) => {
      proxy.bytesLeft -= length;
      if (proxy.bytesLeft <= 0) for (const socket of open) socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
