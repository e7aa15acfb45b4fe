import { useEffect, useRef, useState } from "react";
import { ToastCard } from "./ToastCard.tsx";
import { dismiss, useToasts } from "./toasts.ts";
import { useKeydown } from "./useKeydown.ts";

/** Goes to the toasts from anywhere. */
const key = "F8";

/** `duration` is for toasts without their own; `tick` is the step of the progress bar. Milliseconds. */
export function Toaster({ duration, tick }: { duration: number; tick: number }) {
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget>(null);
  // The toast under the pointer, and the one with the focus: while one of them is there, or nobody looks, all wait.
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState<number>();
  const [away, setAway] = useState(false);
  const paused = away || toasts.some(({ id }) => id === pointed || id === focused);

  /** The focus, if it is here, goes back to where it came from. */
  function close(id: number) {
    const focused = region.current?.contains(document.activeElement);
    if (focused && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    dismiss(id);
  }

  useKeydown(
    (event) => {
      const newest = toasts.at(-1);
      if (event.key === key) region.current?.focus();
      // Not if it has closed something else.
      else if (event.key === "Escape" && !event.defaultPrevented && newest !== undefined) close(newest.id);
    },
    { last: true },
  );
  useEffect(() => {
    // The focus may only have gone to a frame in the page, such as a message; the document knows once it has moved.
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
      // A dialog takes a press outside of it for a wish to close it, but not one on a toast.
      onPointerDown={(event) => event.stopPropagation()}
      // On a phone below the button that opens the navigation.
      className="pointer-events-none fixed top-14 right-0 z-50 w-full p-4 outline-none sm:top-0 sm:w-96 print:hidden"
    >
      {/* Screen readers are told what comes into a list that is there already: errors at once, the rest in time. */}
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
