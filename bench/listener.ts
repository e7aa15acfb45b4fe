import { live, type NewCustomerInbox } from "@mayfly/contracts";
import { reconnection } from "@mayfly/web/data/limits";
import { io } from "socket.io-client";
import { atEnd } from "./cleanup.ts";

/** Listens as a signed-in browser does, and reports the subject of every message whose event arrives. */
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
    // Cancels the reconnection that is planned when the server ends a connection.
    clearTimeout(again);
  });
  // If the server has refused or ended the connection, reconnects later, as the web app does.
  const later = () => {
    if (!socket.active) again = setTimeout(() => socket.connect(), reconnection.reconnectionDelayMax);
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
