import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./buttonShape.ts";
import { Spinner } from "./Spinner.tsx";

interface Props extends ComponentProps<"button"> {
  look?: Look;
  /** Shows a spinner and takes no press; stays focusable, so that focus is not lost. */
  busy?: boolean;
  /** Takes no press and looks disabled, but keeps the focus that it has. */
  off?: boolean;
}

export function Button({
  look = "secondary",
  busy = false,
  off = false,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      aria-disabled={busy || off || undefined}
      aria-busy={busy || undefined}
      onClick={busy || off ? (event) => event.preventDefault() : onClick}
      className={buttonShape(off && !busy ? "off" : look, className)}
      {...rest}
    >
      {busy && <Spinner className="size-4" />}
      {/* A browser's translation removes a bare text node, and React could then insert nothing before it. */}
      <span className="contents">{children}</span>
    </button>
  );
}
