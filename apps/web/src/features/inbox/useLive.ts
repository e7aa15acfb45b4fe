import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { listen } from "../../live.ts";

interface Listener {
  onMail: (record: unknown) => void;
  /** Connected, again or for the first time. */
  onUp: () => void;
}

/** Listens while the screen is shown. False while the connection is away for longer than a moment. */
export function useLive(listener: Listener): boolean {
  const [up, setUp] = useState(true);
  const queries = useQueryClient();
  const onMail = useEffectEvent(listener.onMail);
  const onUp = useEffectEvent(listener.onUp);

  useEffect(() => {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const stop = listen({
      onMail: (record) => onMail(record),
      onUp: () => {
        clearTimeout(patience);
        patience = undefined;
        setUp(true);
        onUp();
      },
      onDown: () => {
        patience ??= setTimeout(() => setUp(false), 2_000);
      },
      // If the session is over, this call is told so.
      onRefused: () => void queries.invalidateQueries({ queryKey: ["profile"] }),
    });
    return () => {
      clearTimeout(patience);
      stop();
    };
  }, [queries]);

  return up;
}
