import { useId, useState } from "react";
import { raise } from "./raise.ts";
import { dismiss } from "./ui/toasts.ts";

/**
 * What went wrong with a form: stands in it, and is raised as a toast (M09). Undefined takes both away.
 * @param before what has gone wrong already
 */
export function useFailure(before?: string): [text: string | undefined, fail: (text: string | undefined) => void] {
  const [text, setText] = useState(before);
  const slot = useId();
  return [
    text,
    (next) => {
      setText(next);
      if (next === undefined) dismiss(slot);
      else raise(next, slot);
    },
  ];
}
