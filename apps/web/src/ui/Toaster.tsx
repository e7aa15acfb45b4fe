import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { keepClear } from "./keepClear.ts";
import { ToastCard } from "./ToastCard.tsx";
import { dismiss, useToasts } from "./toasts.ts";
import { useKeydown } from "./useKeydown.ts";

/** Moves the focus to the toasts from anywhere. */
const key = "F8";

/** `duration` is for toasts without their own; `tick` is the step of the progress bar. Milliseconds. */
export function Toaster({ duration, tick }: { duration: number; tick: number }) {
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget>(null);
  // The toast under the pointer, and the one with the focus. While there is one, or the window has no focus, all wait.
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const [away, setAway] = useState(false);
  const paused = away || toasts.some(({ id }) => id === pointed || id === focused);
  const newest = toasts.at(-1);

  const leaveFocus = () => cameFrom.current instanceof HTMLElement && cameFrom.current.focus();

  /** Dismisses a toast. If the focus is in the toasts, it goes back to where it came from. */
  function close(id: number) {
    if (region.current?.contains(document.activeElement)) leaveFocus();
    dismiss(id);
  }
  // Likewise if what has the focus dismisses its own toast.
  const isFocusedGone = focused !== undefined && toasts.every(({ id }) => id !== focused);
  useLayoutEffect(() => {
    if (!isFocusedGone) return;
    setFocused(undefined);
    if (document.activeElement === document.body) leaveFocus();
  }, [isFocusedGone]);

  useKeydown(
    (event) => {
      if (event.key === key) region.current?.focus();
      // Not if the key has closed something else.
      else if (event.key === "Escape" && !event.defaultPrevented && newest !== undefined) close(newest.id);
    },
    { last: true },
  );
  // A layout effect, so that no toast is seen over a button first.
  useLayoutEffect(() => keepClear(region.current), [toasts]);
  useEffect(() => {
    // The focus may only have moved to a frame in the page, such as a message: hasFocus() is right after the move.
    const leave = () => setTimeout(() => setAway(!document.hasFocus()));
    const come = () => setAway(false);
    window.addEventListener("blur", leave);
    window.addEventListener("focus", come);
    return () => {
      window.removeEventListener("blur", leave);
      window.removeEventListener("focus", come);
    };
  }, []);

  return (
    <section
      ref={region}
      aria-label={`Notifications (${key})`}
      tabIndex={-1}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      // A press outside a dialog closes it, but a press on a toast must not.
      onPointerDown={(event) => event.stopPropagation()}
      // On a phone, the toasts are below the button that opens the navigation.
      className="pointer-events-none fixed top-14 right-0 z-50 w-full p-4 outline-none sm:top-0 sm:w-96 print:hidden"
    >
      {/* Screen readers announce what is added to an existing list: errors at once, the rest when they pause. */}
      {(["assertive", "polite"] as const).map((manner) => (
        <ol key={manner} aria-live={manner} aria-relevant="additions" className="space-y-2 not-empty:mb-2">
          {toasts
            .filter(({ kind }) => (kind === "error") === (manner === "assertive"))
            .map((entry) => (
              <ToastCard
                key={entry.id}
                entry={entry}
                duration={entry.duration ?? duration}
                tick={tick}
                paused={paused}
                newest={entry === newest}
                onPointed={setPointed}
                onFocused={setFocused}
                onClose={close}
              />
            ))}
        </ol>
      ))}
    </section>
  );
}
