import type { ReactNode } from "react";

/** How this button looks, and a link within a sentence. */
export const textShape = "font-medium underline underline-offset-4";

/** A button within a sentence. */
export const TextButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick} className={textShape}>
    {children}
  </button>
);
