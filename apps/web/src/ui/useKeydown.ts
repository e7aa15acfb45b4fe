import { useEffectEvent, useLayoutEffect } from "react";

/** Hears of every key that is pressed on the page. */
export function useKeydown(press: (event: KeyboardEvent) => void) {
  const hear = useEffectEvent(press);
  // Before anything is painted: a key that can be seen to work does.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
