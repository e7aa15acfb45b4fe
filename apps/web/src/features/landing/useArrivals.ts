import { useLayoutEffect, useState } from "react";
import { serverTime } from "../../data/clock.ts";
import { arrived, coming, type DemoMessage, present } from "./demoMail.ts";

/** Milliseconds. */
const every = 3_500;

/** Messages arrive one by one until none is left; all at once if the visitor prefers reduced motion. */
export function useArrivals() {
  const [count, setCount] = useState(0);
  const [paused, setPaused] = useState(false);
  const [messages, setMessages] = useState<readonly DemoMessage[]>(() => {
    const now = serverTime();
    return present.map((sample) => arrived(sample, now));
  });
  const waiting = count < coming.length;

  // A layout effect starts the wait for the next message as the last one appears.
  useLayoutEffect(() => {
    if (!waiting || paused) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(
      () => {
        const next = still ? coming.slice(count).reverse() : coming.slice(count, count + 1);
        setMessages((before) => [...next.map((sample) => arrived(sample, serverTime())), ...before]);
        setCount(count + next.length);
      },
      still ? 0 : every,
    );
    return () => clearTimeout(timer);
  }, [count, waiting, paused]);

  return { messages, waiting, paused, setPaused };
}
