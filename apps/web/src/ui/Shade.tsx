import { clsx } from "clsx";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Lies over the page, under what opens over it. */
export function Shade({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <Primitive.Overlay
      // Where a press closes nothing, the focus stays where it was.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      className={clsx("fixed inset-0 z-30 animate-appear bg-shade", className)}
    >
      {children}
    </Primitive.Overlay>
  );
}
