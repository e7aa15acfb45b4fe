import { useLayoutEffect, useState } from "react";

/** Seconds that are left of `duration` milliseconds, from now or from the last `restart`. */
export function useCountdown(duration: number): [seconds: number, restart: () => void] {
  const [end, setEnd] = useState(() => Date.now() + duration);
  const [now, setNow] = useState(Date.now);
  const over = now >= end;

  // A layout effect, so that the countdown starts when its seconds appear.
  useLayoutEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [over]);

  return [
    Math.max(0, Math.ceil((end - now) / 1000)),
    () => {
      setNow(Date.now());
      setEnd(Date.now() + duration);
    },
  ];
}
