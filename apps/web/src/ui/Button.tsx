import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Spinner } from "./Spinner.tsx";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border border-line-input bg-surface text-ink hover:bg-sunken",
  danger: "bg-red text-on-red hover:bg-red-hover",
  ghost: "text-ink-soft hover:bg-sunken hover:text-ink",
} as const;

interface Props extends ComponentProps<"button"> {
  look?: keyof typeof looks;
  /** Shows a spinner and takes no press; stays focusable, so that focus is not lost. */
  busy?: boolean;
}

export function Button({ look = "secondary", busy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={clsx(
        "inline-flex h-9 items-center justify-center gap-2 whitespace-nowrap rounded-base px-3.5 font-medium transition-colors",
        "disabled:opacity-50 aria-disabled:cursor-default",
        looks[look],
        className,
      )}
      {...rest}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
