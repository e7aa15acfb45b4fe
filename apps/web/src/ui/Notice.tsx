import { CircleAlert, CircleArrowUp } from "lucide-react";
import type { ReactNode } from "react";

const faces = {
  error: { icon: CircleAlert, colours: "bg-red-soft text-red-ink" },
  upgrade: { icon: CircleArrowUp, colours: "bg-amber-soft text-amber-ink" },
} as const;

/** An error that belongs to what stands around it, or what the plan has no room for. */
export function Notice({ kind = "error", children }: { kind?: keyof typeof faces; children: ReactNode }) {
  const { icon: Icon, colours } = faces[kind];
  return (
    <div role="alert" className={`flex gap-2.5 rounded-base px-3 py-2.5 text-13 ${colours}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}
