import { limits } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { listen, patiently } from "../../live.ts";
import { profileKey } from "../../queries.ts";
import { gather } from "./gather.ts";

interface Listener {
  /** The newest last. */
  onMail: (records: readonly unknown[]) => void;
  /** What came until now may have been missed: connected, again or for the first time, or back from another tab or from sleep. */
  onUp: () => void;
}

/** Listens while the screen is shown. False while the connection is away for longer than a moment. */
export function useLive(listener: Listener): boolean {
  const [up, setUp] = useState(true);
  const queries = useQueryClient();
  const onMail = useEffectEvent(listener.onMail);
  const onUp = useEffectEvent(listener.onUp);

  useEffect(() => {
    const connection = patiently(setUp);
    const mail = gather<unknown>(limits.inboxGather, (records) => onMail(records));
    const stop = listen({
      onMail: mail.add,
      onUp: () => {
        connection.up();
        onUp();
      },
      onDown: connection.down,
      // If the session is over, this call is told so.
      onRefused: () => void queries.invalidateQueries({ queryKey: profileKey }),
    });
    // After sleep a connection that is gone still looks alive for a while.
    const back = () => {
      if (document.visibilityState === "visible") onUp();
    };
    document.addEventListener("visibilitychange", back);
    return () => {
      connection.stop();
      mail.stop();
      document.removeEventListener("visibilitychange", back);
      stop();
    };
  }, [queries]);

  return up;
}
