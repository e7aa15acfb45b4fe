import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useLayoutEffect, useMemo } from "react";
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
  newest: boolean;
  onPointed: (id?: number) => void;
  onFocused: (id?: number) => void;
  onClose: (id: number) => void;
}

export function ToastCard({ entry, duration, tick, paused, newest, onPointed, onFocused, onClose }: Props) {
  const { icon: Icon, colour } = faces[entry.kind];
  const time = useMemo(() => ({ left: duration }), [entry.raised]);

  // A layout effect, so that the time begins when the toast becomes visible.
  useLayoutEffect(() => {
    if (paused) return;
    const began = Date.now();
    const timer = setTimeout(() => dismiss(entry.id), time.left);
    return () => {
      clearTimeout(timer);
      time.left -= Date.now() - began;
    };
  }, [entry.id, time, paused]);

  return (
    <li
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a toast with the focus stays until the focus leaves
      tabIndex={0}
      // A press does not focus the toast: a user who meant to press what is below does not want the toast to stay.
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={() => onPointed(entry.id)}
      onPointerLeave={() => onPointed()}
      onFocus={() => onFocused(entry.id)}
      onBlur={() => onFocused()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose(entry.id);
      }}
      // A long text scrolls, also by the keyboard once the toast has the focus.
      data-top={newest || undefined}
      className="pointer-events-auto relative max-h-48 animate-appear overflow-y-auto rounded-card border border-line bg-surface shadow-lift"
    >
      <div className="flex gap-3 p-3.5">
        <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
        {/* A new text gets a new element, because screen readers announce added elements only. */}
        <div key={entry.raised} className="min-w-0 flex-1 wrap-anywhere">
          <p className={entry.brief ? "line-clamp-2" : undefined}>{entry.text}</p>
          {entry.more}
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={() => onClose(entry.id)}
          className="sticky top-2.5 -m-1 grid size-7 shrink-0 place-items-center rounded-base text-ink-faint transition-colors hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      {/* Moves once per tick, and stands still while the toast waits. */}
      <div
        key={entry.raised}
        data-toast-progress=""
        className={`sticky bottom-0 -mt-0.5 h-0.5 origin-left bg-current ${colour}`}
        style={{
          animation: `toast-progress ${duration}ms steps(${Math.ceil(duration / tick)}) forwards`,
          animationPlayState: paused ? "paused" : "running",
        }}
      />
    </li>
  );
}
