import { useEffect, useEffectEvent, useRef } from "react";
import type { Connection } from "../../../data/live.ts";
import { useLive } from "../../../data/useLive.ts";
import { gatherMilliseconds } from "../limits.ts";
import { gather } from "./gather.ts";

interface Listener {
  /** The newest last. */
  onMail: (records: readonly unknown[]) => void;
  onSeen: (record: unknown) => void;
  onDeleted: (record: unknown) => void;
  onNotification: (record: unknown) => void;
  /** Events may have been missed: the connection was away, or the user is back from another tab or from sleep. */
  onCatchUp: () => void;
}

/** Listens for new mail while the screen is shown. */
export function useMail({ onMail, onSeen, onDeleted, onNotification, onCatchUp }: Listener): Connection {
  const hand = useEffectEvent(onMail);
  const catchUp = useEffectEvent(onCatchUp);
  const add = useRef<(record: unknown) => void>(undefined);

  useEffect(() => {
    const mail = gather<unknown>(gatherMilliseconds, (records) => hand(records));
    add.current = mail.add;
    return mail.stop;
  }, []);

  useEffect(() => {
    // After sleep, a dead connection still looks alive for a while.
    const back = () => {
      if (document.visibilityState === "visible") catchUp();
    };
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, []);

  return useLive({ onMail: (record) => add.current?.(record), onSeen, onDeleted, onNotification, onCatchUp });
}
