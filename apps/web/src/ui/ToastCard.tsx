import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { dismiss, type ToastEntry } from "./toasts.ts";

const faces = {
  info: { icon: Info, colour: "text-ink-soft" },
  success: { icon: CircleCheck, colour: "text-accent-ink" },
  error: { icon: CircleAlert, colour: "text-red-ink" },
} as const;

interface Props {
  entry: ToastEntry;
  duration: number;
  tick: number;
  paused: boolean;
  onPointed: (is: boolean) => void;
  onFocused: (is: boolean) => void;
  onClose: () => void;
}

export function ToastCard({ entry, duration, tick, paused, onPointed, onFocused, onClose }: Props) {
  const { icon: Icon, colour } = faces[entry.kind];
  const left = useRef(duration);

  useLayoutEffect(() => {
    left.current = duration;
  }, [entry.raised]);
  // Its time begins when it can be seen.
  useLayoutEffect(() => {
    if (paused) return;
    const began = Date.now();
    const timer = setTimeout(() => dismiss(entry.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - began;
    };
  }, [entry.id, entry.raised, paused]);

  return (
    <li
      // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus on it, it waits
      tabIndex={0}
      // A press leaves the focus where it is: who meant what lies below does not want it to wait.
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={() => onPointed(true)}
      onPointerLeave={() => onPointed(false)}
      onFocus={() => onFocused(true)}
      onBlur={() => onFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      // A long text scrolls, also by the keys of who has gone to it.
      className="pointer-events-auto max-h-48 animate-appear overflow-y-auto rounded-card border border-line bg-surface shadow-lift"
    >
      <div className="flex items-start gap-3 p-3.5">
        <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
        {/* Another element for another text: that is what screen readers are told. */}
        <div key={entry.raised} className="min-w-0 flex-1">
          <p className="wrap-anywhere">{entry.text}</p>
          {entry.more}
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="sticky top-2.5 -m-1 grid size-7 shrink-0 place-items-center rounded-base text-ink-faint transition-colors hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      {/* Steps as long as one tick; it stands still while the toast waits. */}
      <div
        key={entry.raised}
        data-toast-progress=""
        className={`sticky bottom-0 -mt-0.5 h-0.5 origin-left bg-current ${colour}`}
        style={{
          animation: `toast-progress ${duration}ms steps(${Math.max(1, Math.round(duration / tick))}) forwards`,
          animationPlayState: paused ? "paused" : "running",
        }}
      />
    </li>
  );
}
