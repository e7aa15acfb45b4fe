import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** An error that belongs to what stands around it. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-base bg-red-soft px-3 py-2.5 text-13 text-red-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}
