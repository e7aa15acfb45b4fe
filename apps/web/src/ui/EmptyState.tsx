import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { handFocusOn } from "./handFocusOn.ts";

interface Props {
  icon: LucideIcon;
  title: string;
  hint?: string;
  /** The one thing to do next. */
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, hint, children }: Props) {
  return (
    <div className="flex flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      <Icon aria-hidden="true" strokeWidth={1.5} className="mb-3 size-7 text-ink-faint" />
      <p className="max-w-full font-medium text-balance wrap-anywhere">{title}</p>
      {hint !== undefined && <p className="max-w-80 text-13 text-balance text-ink-soft wrap-anywhere">{hint}</p>}
      <div ref={handFocusOn} className="mt-4 empty:hidden">
        {children}
      </div>
    </div>
  );
}
