import { clsx } from "clsx";
import type { ReactNode } from "react";

/** How this button looks, and a link within a sentence. */
export const textShape = "font-medium underline underline-offset-4";

interface Props {
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

/** A button within a sentence. */
export const TextButton = ({ onClick, className, children }: Props) => (
  <button type="button" onClick={onClick} className={clsx(textShape, className)}>
    {children}
  </button>
);
