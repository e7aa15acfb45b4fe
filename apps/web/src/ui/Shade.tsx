import { clsx } from "clsx";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Darkens the page below a dialog or a drawer. */
export function Shade({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <Primitive.Overlay
      // Keeps the focus where it is when a press on the shade closes nothing.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      className={clsx("fixed inset-0 z-30 animate-appear bg-shade", className)}
    >
      {children}
    </Primitive.Overlay>
  );
}
