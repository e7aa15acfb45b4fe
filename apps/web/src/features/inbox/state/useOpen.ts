import { useRef } from "react";
import type { Deletions } from "./deletions.ts";
import { useMessage } from "./useMessage.ts";
import { useOpenMessage } from "./useOpenMessage.ts";

/** The message that is open in an inbox, and the pane that shows it. */
export function useOpen(address: string | undefined, deletions: Deletions) {
  const { open: name, setOpen, close } = useOpenMessage(address);
  const isGone = name !== undefined && deletions.isGone(name);
  // The open message may not be in the list.
  const { data: message } = useMessage(isGone ? undefined : name);
  const pane = useRef<HTMLElement>(null);
  return {
    name,
    /** Whether it has been deleted while it was open. */
    isGone,
    message,
    pane,
    close,
    show(next: string, byKey: boolean) {
      // The reading pane takes the focus only if nothing else has it.
      if (byKey && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      if (next !== name) setOpen(next);
      else if (byKey) pane.current?.focus({ preventScroll: true });
    },
  };
}

export type Open = ReturnType<typeof useOpen>;
