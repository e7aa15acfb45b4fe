import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";

/** Bytes that begin a message of Postgres's protocol: its type and its length, which counts itself but not the type. */
const head = { type: 1, length: 4 };

/** Logs a client in whatever it says, as a pooler with `auth_type = trust`, and tells it that no transaction is open. */
const welcome = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");

/**
 * A pooler in transaction mode: the clients share two sessions of a database, and whoever begins a transaction gets the
 * one that was used last. It knows only simple queries, sent one after the other.
 */
export async function transactionPooler(databaseUrl: string) {
  const sessions = [new pg.Client({ connectionString: databaseUrl }), new pg.Client({ connectionString: databaseUrl })];
  const idle: Socket[] = [];
  for (const one of sessions) {
    await one.connect();
    const { stream } = (one as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners("data");
    idle.push(stream);
  }
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    let session: Socket | undefined;
    clients.add(client);
    client.on("error", () => undefined);
    client.once("data", () => {
      client.write(welcome);
      client.on("data", (message) => {
        // A client that leaves must not end the session.
        if (message.toString("latin1", 0, 1) === "X") return;
        session ??= take();
        session.write(message);
      });
    });
    const take = () => {
      const taken = idle.pop();
      if (taken === undefined) throw new Error("more transactions at once than there are sessions");
      let unread = Buffer.alloc(0);
      taken.on("data", (bytes: Buffer) => {
        client.write(bytes);
        unread = Buffer.concat([unread, bytes]);
        while (unread.length >= head.type + head.length) {
          const size = head.type + unread.readUInt32BE(head.type);
          if (unread.length < size) return;
          // ReadyForQuery, and no transaction is open.
          if (unread.toString("latin1", 0, 1) === "Z" && unread.toString("latin1", size - 1, size) === "I") {
            taken.removeAllListeners("data");
            idle.push(taken);
            session = undefined;
          }
          unread = unread.subarray(size);
        }
      });
      return taken;
    };
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
      for (const one of sessions) one.end().catch(() => undefined);
    },
  };
}
