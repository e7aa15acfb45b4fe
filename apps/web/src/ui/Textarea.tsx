import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** Several lines of code or a certificate. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      spellCheck={false}
      className={clsx(
        "block w-full resize-y rounded-base border border-line-input bg-surface px-3 py-2 font-mono text-13 transition-colors pointer-coarse:text-16",
        "focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:resize-none disabled:bg-sunken disabled:text-ink-soft",
        className,
      )}
      {...rest}
    />
  );
}
