import { limits, live, newNotificationLog } from "@mayfly/contracts";
import { io } from "socket.io-client";

export interface LiveListener {
  /** A new message, as the event carries it. */
  onMail?: (record: unknown) => void;
  /** A new notification, as the event carries it. */
  onNotification?: (record: unknown) => void;
  /** Connected, again or for the first time: what happened before may have been missed. */
  onUp: () => void;
  onDown: () => void;
  /** The server will not have us: the session may be over. */
  onRefused: () => void;
}

/** Opens the live connection; the answer closes it. It tries for ever. */
export function listen({ onMail, onNotification, onUp, onDown, onRefused }: LiveListener) {
  const socket = io(live.namespace, {
    withCredentials: true,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    ...limits.live,
  });
  let again: ReturnType<typeof setTimeout> | undefined;

  // Socket.IO retries what failed on the way, but not what the server turned away.
  const down = () => {
    onDown();
    if (socket.active) return;
    onRefused();
    clearTimeout(again);
    again = setTimeout(() => socket.connect(), limits.live.reconnectionDelayMax);
  };

  socket.on("connect", onUp);
  socket.on("disconnect", down);
  socket.on("connect_error", down);
  if (onMail) socket.on(live.newCustomerInbox, onMail);
  if (onNotification) socket.on(newNotificationLog, onNotification);

  return () => {
    clearTimeout(again);
    socket.off();
    socket.disconnect();
  };
}
