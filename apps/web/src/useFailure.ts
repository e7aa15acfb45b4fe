import { limits } from "@mayfly/contracts";
import { useState } from "react";
import { toast } from "./ui/toasts.ts";

/** What went wrong with a form: stands in it, and is raised as a toast (M09). @param before what has gone wrong already */
export function useFailure(before?: string): [text: string | undefined, fail: (text: string | undefined) => void] {
  const [text, setText] = useState(before);
  return [
    text,
    (next) => {
      setText(next);
      if (next !== undefined) toast.error(next, { duration: limits.serverErrorToast });
    },
  ];
}
