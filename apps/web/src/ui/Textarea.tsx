import { clsx } from "clsx";
import type { ComponentProps } from "react";

interface Props extends ComponentProps<"textarea"> {
  of?: "code" | "prose";
}

/** Several lines: of code, as a certificate, or of prose. */
export function Textarea({ of = "code", className, ...rest }: Props) {
  return (
    <textarea
      spellCheck={of === "prose"}
      className={clsx(
        "block w-full resize-y rounded-base border border-line-input bg-surface px-3 py-2 transition-colors pointer-coarse:text-16",
        of === "code" && "font-mono text-13",
        "focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:resize-none disabled:bg-sunken disabled:text-ink-soft",
        className,
      )}
      {...rest}
    />
  );
}
