import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

/** The browser's own select, which works with every keyboard, screen reader and phone. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={clsx("relative", className)}>
      <select
        className={clsx(
          "h-10 pointer-coarse:h-11 w-full appearance-none truncate rounded-base border border-line-input bg-surface pr-9 pl-3 transition-colors pointer-coarse:text-16",
          "focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-soft",
          "aria-invalid:border-red aria-invalid:outline-red required:has-[option[value='']:checked]:text-ink-faint [&>option]:text-ink",
        )}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
      />
    </div>
  );
}
