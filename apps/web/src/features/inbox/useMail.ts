import { limits } from "@mayfly/contracts";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLive } from "../../useLive.ts";
import { gather } from "./gather.ts";

interface Listener {
  /** The newest last. */
  onMail: (records: readonly unknown[]) => void;
  /** What came until now may have been missed: connected, again or for the first time, or back from another tab or from sleep. */
  onUp: () => void;
}

/** Hears of new mail while the screen is shown. False while the connection is away for longer than a moment. */
export function useMail({ onMail, onUp }: Listener): boolean {
  const hand = useEffectEvent(onMail);
  const catchUp = useEffectEvent(onUp);
  const add = useRef<(record: unknown) => void>(undefined);

  useEffect(() => {
    const mail = gather<unknown>(limits.inboxGather, (records) => hand(records));
    add.current = mail.add;
    return mail.stop;
  }, []);

  useEffect(() => {
    // After sleep a connection that is gone still looks alive for a while.
    const back = () => {
      if (document.visibilityState === "visible") catchUp();
    };
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, []);

  return useLive({ onMail: (record) => add.current?.(record), onUp });
}
