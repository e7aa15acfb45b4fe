import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDebounced } from "./useDebounced.ts";

interface Held {
  /** The text in the URL. */
  held: string;
  /** Puts another into it. */
  hold: (text: string) => void;
  /** The text in the box as the URL holds it. */
  clean: (text: string) => string;
  /** Milliseconds from the last key until the URL follows. */
  pause: number;
}

/**
 * The text of a search box, which the URL holds too, so that a reload and the Back button restore it.
 * @returns the text in the box, and its setter
 */
export function useHeldText({ held, hold, clean, pause }: Held) {
  const [typed, setTyped] = useState(held);
  const settled = useDebounced(clean(typed), pause);
  /** The last text that the box and the URL agreed on. */
  const agreed = useRef(held);
  const follow = useEffectEvent((text: string) => {
    if (text === held) return;
    agreed.current = text;
    hold(text);
  });
  useEffect(() => follow(settled), [settled]);
  // A link to this page changes the text too, and so does the Back button after it.
  useEffect(() => {
    if (agreed.current === held) return;
    agreed.current = held;
    setTyped(held);
  }, [held]);
  return [typed, setTyped] as const;
}
