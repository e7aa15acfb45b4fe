import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type Connection, type LiveListener, listen } from "./live.ts";
import { profileKey } from "./queries.ts";

type Listener = Pick<LiveListener, "onCatchUp"> &
  Partial<Pick<LiveListener, "onMail" | "onSeen" | "onDeleted" | "onNotification" | "onDown">>;

/** Milliseconds. A first connection within that time misses hardly anything: the data shown has just been fetched. */
export const moment = 2_000;

/** Listens while the screen is shown. */
export function useLive(listener: Listener): Connection {
  const [connection, setConnection] = useState<Connection>("live");
  const queries = useQueryClient();
  const onMail = useEffectEvent((record: unknown) => listener.onMail?.(record));
  const onSeen = useEffectEvent((record: unknown) => listener.onSeen?.(record));
  const onDeleted = useEffectEvent((record: unknown) => listener.onDeleted?.(record));
  const onNotification = useEffectEvent((record: unknown) => listener.onNotification?.(record));
  const onCatchUp = useEffectEvent(() => listener.onCatchUp());
  const onDown = useEffectEvent(() => listener.onDown?.());

  useEffect(
    () =>
      listen({
        onMail: (record) => onMail(record),
        onSeen: (record) => onSeen(record),
        onDeleted: (record) => onDeleted(record),
        onNotification: (record) => onNotification(record),
        onCatchUp: () => onCatchUp(),
        onDown: () => onDown(),
        onConnection: setConnection,
        // If the session is over, fetching the profile is answered with 401.
        onRefused: () => void queries.invalidateQueries({ queryKey: profileKey }),
      }),
    [queries],
  );

  return connection;
}
