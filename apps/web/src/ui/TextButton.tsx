import type { ReactNode } from "react";

/** How it looks, and a link that stands in a sentence. */
export const textShape = "font-medium underline underline-offset-4";

/** Something to press in a sentence. */
export const TextButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick} className={textShape}>
    {children}
  </button>
);
