import { useRef } from "react";
import type { LoneKey } from "../../parts/addresses/quickActions.ts";
import { useKeydown } from "../../ui/useKeydown.ts";

/** Milliseconds within which the letters of a word follow each other. */
const pause = 300;

/** Returns, for a key that is being pressed, whether it is no letter of a word that somebody types where no field has the focus. */
export function useLoneKeys(): () => LoneKey {
  const newest = useRef({ pressed: Number.NEGATIVE_INFINITY, isFirst: true, follow: () => {} });
  useKeydown(({ key, timeStamp: pressed }) => {
    if (key.length > 1) return;
    const isFirst = pressed - newest.current.pressed > pause;
    newest.current.follow();
    newest.current = { pressed, isFirst, follow: () => {} };
  });
  return () =>
    new Promise((resolve) => {
      if (!newest.current.isFirst) return resolve(false);
      newest.current.follow = () => resolve(false);
      setTimeout(() => resolve(true), pause);
    });
}
