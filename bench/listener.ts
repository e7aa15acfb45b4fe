import { createRequire } from "node:module";
import { limits, live, type NewCustomerInbox } from "../packages/contracts/src/index.ts";
import { atEnd } from "./cleanup.ts";

/** What is used of a socket; its package's own types are out of reach from here. */
interface Socket {
  on(event: string, listener: (event: NewCustomerInbox) => void): void;
  on(event: "disconnect" | "connect_error", listener: () => void): void;
  once(event: "connect", listener: () => void): void;
  once(event: "connect_error", listener: (error: Error) => void): void;
  /** Whether it will connect again by itself. */
  active: boolean;
  connect(): void;
  disconnect(): void;
}

// The server's own copy: nothing else at the root needs one.
const { io } = createRequire(new URL("../apps/server/package.json", import.meta.url))("socket.io-client") as {
  io(url: string, options: { extraHeaders: Record<string, string>; transports: string[] }): Socket;
};

/** Listens as a browser that is logged in does, and tells the subject of every message it hears of. */
export async function listen(
  url: string,
  cookie: string,
  onMessage: (subject: string) => void,
  onDisconnect?: () => void,
): Promise<void> {
  const socket = io(url + live.namespace, { extraHeaders: { cookie, origin: url }, transports: ["websocket"] });
  let again: NodeJS.Timeout | undefined;
  atEnd(async () => {
    socket.disconnect();
    // It is not tried again, as it is when the server ends it.
    clearTimeout(again);
  });
  // What the server turned away is tried again later, as the web app does.
  const later = () => {
    if (!socket.active) again = setTimeout(() => socket.connect(), limits.live.reconnectionDelayMax);
  };
  socket.on("disconnect", () => {
    later();
    onDisconnect?.();
  });
  socket.on("connect_error", later);
  socket.on(live.newCustomerInbox, (event: NewCustomerInbox) => onMessage(event.subject));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", (error) => reject(new Error(`The live channel cannot be joined: ${error.message}`)));
  });
}
