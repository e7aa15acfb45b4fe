import { clsx } from "clsx";
import type { ComponentProps } from "react";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      className={clsx(
        "h-10 w-full text-ellipsis rounded-base border border-line-input bg-surface px-3 transition-colors",
        "focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0",
        "aria-invalid:border-red aria-invalid:outline-red disabled:bg-sunken disabled:text-ink-soft",
        className,
      )}
      {...rest}
    />
  );
}
