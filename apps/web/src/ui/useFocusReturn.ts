import { useState } from "react";

/** Gives the focus back to what had it when a dialog opened. Radix does so for its own triggers only. */
export function useFocusReturn(open: boolean) {
  const [before, setBefore] = useState({ open: false, element: null as Element | null });
  // While it is being drawn: afterwards the focus is inside.
  if (before.open !== open) setBefore({ open, element: open ? document.activeElement : before.element });
  return (event: Event) => {
    event.preventDefault();
    if (before.element instanceof HTMLElement) before.element.focus();
  };
}
