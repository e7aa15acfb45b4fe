import { CircleAlert, CircleArrowUp, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { handFocusOn } from "./handFocusOn.ts";

const faces = {
  error: { icon: CircleAlert, role: "alert", colours: "bg-red-soft text-red-ink" },
  upgrade: { icon: CircleArrowUp, role: "alert", colours: "bg-amber-soft text-amber-ink" },
  caution: { icon: CircleAlert, role: "alert", colours: "bg-amber-soft text-amber-ink" },
  success: { icon: CircleCheck, role: "status", colours: "bg-accent-soft text-accent-ink" },
} as const;

/** A message within a page: an error, a limit of the plan, a warning that something is incomplete, or a success. */
export function Notice({ kind = "error", children }: { kind?: keyof typeof faces; children: ReactNode }) {
  const { icon: Icon, role, colours } = faces[kind];
  return (
    <div ref={handFocusOn} role={role} className={`flex gap-2.5 rounded-base px-3 py-2.5 text-13 ${colours}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}
