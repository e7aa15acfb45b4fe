import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type LiveListener, listen } from "./live.ts";
import { profileKey } from "./queries.ts";

type Listener = Pick<LiveListener, "onUp"> & Partial<Pick<LiveListener, "onMail" | "onNotification" | "onDown">>;

/** Milliseconds until the first connection, in which hardly anything is missed: what is shown has just been fetched. */
export const moment = 2_000;

/** Listens while the screen is shown. False while the connection is away for longer than a moment. */
export function useLive(listener: Listener): boolean {
  const [away, setAway] = useState(false);
  const queries = useQueryClient();
  const onMail = useEffectEvent((record: unknown) => listener.onMail?.(record));
  const onNotification = useEffectEvent((record: unknown) => listener.onNotification?.(record));
  const onUp = useEffectEvent(() => listener.onUp());
  const onDown = useEffectEvent(() => listener.onDown?.());

  useEffect(
    () =>
      listen({
        onMail: (record) => onMail(record),
        onNotification: (record) => onNotification(record),
        onUp: () => onUp(),
        onDown: () => onDown(),
        onAway: setAway,
        // If the session is over, this call is told so.
        onRefused: () => void queries.invalidateQueries({ queryKey: profileKey }),
      }),
    [queries],
  );

  return !away;
}
