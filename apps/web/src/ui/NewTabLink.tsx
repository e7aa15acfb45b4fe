import type { ReactNode } from "react";
import { buttonShape, type Look } from "./buttonShape.ts";

interface Props {
  href: string;
  look?: Look;
  className?: string;
  children: ReactNode;
}

/** Looks like a button, and opens another page in a new tab. */
export function NewTabLink({ href, look = "secondary", className, children }: Props) {
  return (
    <a href={href} target="_blank" rel="noopener" className={buttonShape(look, className)}>
      {children}
    </a>
  );
}
