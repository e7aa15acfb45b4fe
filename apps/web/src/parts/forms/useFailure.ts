import { useEffect, useRef, useState } from "react";
import { raise } from "../toasts/raise.ts";

/**
 * The failure of a form, which the form shows: once, where the user looks. If the form has gone meanwhile, a toast says it.
 * @param before a failure that is known from the start
 */
export function useFailure(before?: string): [text: string | undefined, fail: (text: string | undefined) => void] {
  const [text, setText] = useState(before);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return [
    text,
    (next) => {
      if (isShown.current) setText(next);
      else if (next !== undefined) raise(next);
    },
  ];
}
