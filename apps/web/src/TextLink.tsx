import type { ReactNode } from "react";
import { Link } from "./Link.tsx";

/** A link in running text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-accent-ink underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
