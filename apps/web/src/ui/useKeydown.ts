import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Hears of every key that is pressed on the page.
 * @param last after all others, whenever they came
 */
export function useKeydown(press: (event: KeyboardEvent) => void, { last = false } = {}) {
  const hear = useEffectEvent(press);
  // Before anything is painted: a key that can be seen to work does.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    const target: GlobalEventHandlers = last ? window : document;
    target.addEventListener("keydown", listener);
    return () => target.removeEventListener("keydown", listener);
  }, [last]);
}
