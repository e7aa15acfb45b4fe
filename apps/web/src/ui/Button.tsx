import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./buttonShape.ts";
import { Spinner } from "./Spinner.tsx";

interface Props extends ComponentProps<"button"> {
  look?: Look;
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
      className={buttonShape(look, className)}
      {...rest}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
