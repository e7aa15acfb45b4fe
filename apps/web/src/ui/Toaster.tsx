import { Toast } from "radix-ui";
import type { ReactNode } from "react";
import { ToastCard } from "./ToastCard.tsx";
import { useToasts } from "./toasts.ts";

/** `duration` is for toasts without their own; `tick` is the step of the progress bar. Milliseconds. */
export default function Toaster({ duration, tick }: { duration: number; tick: number }): ReactNode {
  const toasts = useToasts();
  return (
    <Toast.Provider swipeDirection="right" label="Notification">
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} duration={entry.duration ?? duration} tick={tick} />
      ))}
      <Toast.Viewport className="fixed top-0 right-0 z-50 flex w-96 max-w-full flex-col gap-2 p-4 outline-none print:hidden" />
    </Toast.Provider>
  );
}
