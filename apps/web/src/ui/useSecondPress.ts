import { useEffect, useRef } from "react";

/** Milliseconds between the two presses of a double click. */
const doubleClick = 400;

/** Keeps a dialog open when the press outside is the second one of a double click on what opened it. */
export function useSecondPress(open: boolean) {
  const opened = useRef(0);
  useEffect(() => {
    if (open) opened.current = performance.now();
  }, [open]);
  return (event: CustomEvent<{ originalEvent: PointerEvent }>) => {
    if (event.detail.originalEvent.timeStamp - opened.current < doubleClick) event.preventDefault();
  };
}
