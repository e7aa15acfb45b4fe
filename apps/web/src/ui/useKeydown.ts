import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `press` for every key that is pressed on the page.
 * @param last after all other listeners, whenever they were added
 */
export function useKeydown(press: (event: KeyboardEvent) => void, { last = false } = {}) {
  const hear = useEffectEvent(press);
  // A layout effect: once the user can see what a key is for, the key works.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    const target: GlobalEventHandlers = last ? window : document;
    target.addEventListener("keydown", listener);
    return () => target.removeEventListener("keydown", listener);
  }, [last]);
}
