import { clsx } from "clsx";
import type { ComponentProps } from "react";

interface Props extends ComponentProps<"input"> {
  /** What is typed is no prose: it counts sign for sign. */
  code?: boolean;
}

export function Input({ code = false, className, ...rest }: Props) {
  return (
    <input
      className={clsx(
        "h-10 w-full text-ellipsis rounded-base border border-line-input bg-surface px-3 transition-colors pointer-coarse:text-16",
        "focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0",
        "aria-invalid:border-red aria-invalid:outline-red disabled:bg-sunken disabled:text-ink-soft",
        code && "font-mono text-13",
        className,
      )}
      {...(code && { autoComplete: "off", autoCapitalize: "none", spellCheck: false })}
      {...rest}
    />
  );
}
