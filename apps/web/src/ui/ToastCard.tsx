import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast } from "radix-ui";
import { useState } from "react";
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
}

export function ToastCard({ entry, duration, tick }: Props) {
  const [paused, setPaused] = useState(false);
  const { icon: Icon, colour } = faces[entry.kind];
  return (
    <Toast.Root
      type={entry.kind === "error" ? "foreground" : "background"}
      duration={duration}
      onOpenChange={(open) => {
        if (!open) dismiss(entry.id);
      }}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      className="relative flex animate-appear items-start gap-3 overflow-hidden rounded-card border border-line bg-surface p-3.5 shadow-lift data-[swipe=end]:hidden data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <Toast.Description className="line-clamp-4 min-w-0 flex-1 wrap-anywhere">{entry.text}</Toast.Description>
      <Toast.Close
        aria-label="Close"
        className="-m-1 grid size-7 shrink-0 place-items-center rounded-base text-ink-faint transition-colors hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Toast.Close>
      {/* Steps as long as one tick; it stands still while Radix holds the toast's own timer. */}
      <div
        data-toast-progress=""
        className={`absolute inset-x-0 bottom-0 h-0.5 origin-left bg-current ${colour}`}
        style={{
          animation: `toast-progress ${duration}ms steps(${Math.max(1, Math.round(duration / tick))}) forwards`,
          animationPlayState: paused ? "paused" : "running",
        }}
      />
    </Toast.Root>
  );
}
