import { limits, live, newNotificationLog } from "@mayfly/contracts";
import { io } from "socket.io-client";
import { isLeaving } from "./session.ts";

/** Longer than the timers of a tab in the background are held up: the machine has slept. */
const asleep = 90_000;

/** "away": gone for longer than a moment; "full": refused, because the person has too many of them. */
export type Connection = "live" | "away" | "full";

export interface LiveListener {
  /** A new message, as the event carries it. */
  onMail: (record: unknown) => void;
  /** A new notification, as the event carries it. */
  onNotification: (record: unknown) => void;
  /** What happened until now may have been missed: connected, again or for the first time, or refused as one too many. */
  onCatchUp: () => void;
  onDown: () => void;
  onConnection: (connection: Connection) => void;
  /** The server will not have us: the session may be over. */
  onRefused: () => void;
}

/** Milliseconds for which a lost connection may be on its way back before anybody is told. */
const patience = 2_000;
/** Milliseconds until one that was one too many is tried again. */
const whenFull = 30_000;

/** Opens the live connection; the answer closes it. It tries for ever. */
export function listen({ onMail, onNotification, onCatchUp, onDown, onConnection, onRefused }: LiveListener) {
  const socket = io(live.namespace, {
    withCredentials: true,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    ...limits.live,
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  let away: ReturnType<typeof setTimeout> | undefined;

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

  // Socket.IO retries what failed on the way, but not what the server turned away.
  const down = () => {
    onDown();
    away ??= setTimeout(() => onConnection("away"), patience);
    if (socket.active) return;
    // Who logs out is turned away as well.
    if (!isLeaving()) onRefused();
    retryIn(limits.live.reconnectionDelayMax);
  };
  const full = () => {
    settle("full");
    onDown();
    retryIn(whenFull);
  };

  socket.on("connect", () => settle("live"));
  socket.on("disconnect", down);
  socket.on("connect_error", ({ message }) => {
    if (message === live.tooMany) return full();
    // Where a WebSocket hangs, no error tells the client to try polling.
    if (message === "timeout") socket.io.opts.transports?.reverse();
    down();
  });
  socket.on(live.newCustomerInbox, onMail);
  socket.on(newNotificationLog, onNotification);

  // A connection that was lost in sleep looks alive until its own timer, which has slept too, runs out.
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
