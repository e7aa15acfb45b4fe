import { useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useEffectEvent, useState } from "react";
import { type Connection, type LiveListener, listen } from "./live.ts";
import { Logins } from "./logins.ts";
import { profileKey } from "./queries.ts";

type Listener = Pick<LiveListener, "onCatchUp"> &
  Partial<Pick<LiveListener, "onMail" | "onSeen" | "onDeleted" | "onNotification" | "onDown">>;

/** Milliseconds. A first connection within that time misses hardly anything: the data shown has just been fetched. */
export const moment = 2_000;

/** Listens while the screen is shown, and at once again when the user has logged in over it. */
export function useLive(listener: Listener): Connection {
  const [connection, setConnection] = useState<Connection>("live");
  const queries = useQueryClient();
  const logins = use(Logins);
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
        // If the session is over, fetching the profile is answered with 401, and goes on after a login: once is enough.
        onRefused: () => void queries.invalidateQueries({ queryKey: profileKey }, { cancelRefetch: false }),
        onAdmitted: () => void queries.invalidateQueries({ queryKey: profileKey }),
      }),
    [queries, logins],
  );

  return connection;
}
