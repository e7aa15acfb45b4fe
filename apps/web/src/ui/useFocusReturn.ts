import { useState } from "react";

/** Gives the focus back to what had it when a dialog opened, or to the page. Radix only does so for its triggers. */
export function useFocusReturn(open: boolean) {
  const [before, setBefore] = useState({ open: false, element: null as Element | null });
  // Read while rendering: afterwards the focus is inside the dialog.
  if (before.open !== open) setBefore({ open, element: open ? document.activeElement : before.element });
  return (event: Event) => {
    event.preventDefault();
    const target = before.element?.isConnected ? before.element : document.querySelector("main");
    if (target instanceof HTMLElement) target.focus();
  };
}
