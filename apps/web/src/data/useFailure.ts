import { useId, useState } from "react";
import { dismiss } from "../ui/toasts.ts";
import { raise } from "./raise.ts";

/**
 * The failure of a form: shown in the form, and raised as a toast (M09). Passing undefined removes both.
 * @param before a failure that is known from the start
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
