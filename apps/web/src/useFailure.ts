import { limits } from "@mayfly/contracts";
import { useState } from "react";
import { toast } from "./ui/toasts.ts";

/** What went wrong with a form: stands in it, and is raised as a toast (M09). */
export function useFailure(): [text: string | undefined, fail: (text: string | undefined) => void] {
  const [text, setText] = useState<string>();
  return [
    text,
    (next) => {
      setText(next);
      if (next !== undefined) toast.error(next, limits.serverErrorToast);
    },
  ];
}
