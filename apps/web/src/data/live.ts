import { live, newNotificationLog } from "@mayfly/contracts";
import { io } from "socket.io-client";
import { reconnection } from "./limits.ts";
import { isLeaving } from "./session.ts";

/** Milliseconds. Browsers delay a background tab's timers by less, so a longer gap means that the machine has slept. */
const asleep = 90_000;

/** "away": lost for longer than a moment; "full": refused, because the user has too many connections. */
export type Connection = "live" | "away" | "full";

export interface LiveListener {
  /** A new message, as the event carries it. */
  onMail: (record: unknown) => void;
  /** The user has opened a message in some window; as the event carries it. */
  onSeen: (record: unknown) => void;
  /** A message that the user could read has been deleted; as the event carries it. */
  onDeleted: (record: unknown) => void;
  /** A new notification, as the event carries it. */
  onNotification: (record: unknown) => void;
  /** Events may have been missed until now: the connection is up, for the first time or again, or was refused. */
  onCatchUp: () => void;
  onDown: () => void;
  onConnection: (connection: Connection) => void;
  /** The server refuses the connection: the session may be over. */
  onRefused: () => void;
  /** The server accepts the connection that it has refused: somebody may have logged in. */
  onAdmitted: () => void;
}

/** Milliseconds that a lost connection may take to come back before the user is told. */
const awayAfter = 2_000;
/** Milliseconds until a connection that was one too many is tried again. */
const whenFull = 30_000;

/** Opens the live connection, and tries for ever. The function that it returns closes it. */
export function listen(listener: LiveListener) {
  const { onMail, onSeen, onDeleted, onNotification, onCatchUp, onDown, onConnection, onRefused, onAdmitted } =
    listener;
  const socket = io(live.namespace, {
    withCredentials: true,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    ...reconnection,
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  let away: ReturnType<typeof setTimeout> | undefined;
  let refused = false;

  const settle = (connection: Connection) => {
    clearTimeout(away);
    away = undefined;
    onConnection(connection);
    onCatchUp();
  };
  const retryIn = (wait: number) => {
    clearTimeout(again);
    again = setTimeout(() => socket.connect(), wait);
  };

  // Socket.IO retries after a network failure, but not after the server has refused the connection.
  const down = () => {
    onDown();
    away ??= setTimeout(() => onConnection("away"), awayAfter);
    if (socket.active) return;
    // The server also refuses a user who is logging out.
    if (!isLeaving()) {
      refused = true;
      onRefused();
    }
    retryIn(reconnection.reconnectionDelayMax);
  };
  const full = () => {
    settle("full");
    onDown();
    retryIn(whenFull);
  };

  socket.on("connect", () => {
    if (refused) onAdmitted();
    refused = false;
    settle("live");
  });
  socket.on("disconnect", down);
  socket.on("connect_error", ({ message }) => {
    if (message === live.tooMany) return full();
    // If a WebSocket hangs, Socket.IO gets no error that makes it try polling.
    if (message === "timeout") socket.io.opts.transports?.reverse();
    down();
  });
  socket.on(live.newCustomerInbox, onMail);
  socket.on(live.seenCustomerInbox, onSeen);
  socket.on(live.deletedCustomerInbox, onDeleted);
  socket.on(newNotificationLog, onNotification);

  // A connection lost while the machine slept looks alive until its own timer, which has slept too, runs out.
  let awake = Date.now();
  const pulse = setInterval(() => {
    if (Date.now() - awake > asleep && socket.connected) socket.io.engine.close();
    awake = Date.now();
  }, 5_000);

  return () => {
    clearInterval(pulse);
    clearTimeout(again);
    clearTimeout(away);
    socket.off();
    socket.disconnect();
  };
}
