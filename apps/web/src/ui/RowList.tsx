import { clsx } from "clsx";
import type { ReactNode } from "react";

interface Props {
  label: string;
  /** Whether another page is loading. */
  busy: boolean;
  children: ReactNode;
}

/** The rows of a card, with a line between each two. */
export function RowList({ label, busy, children }: Props) {
  return (
    <ul aria-label={label} className={clsx("divide-y divide-line transition-opacity", busy && "opacity-60")}>
      {children}
    </ul>
  );
}
