import type { ComponentProps } from "react";
import { Link } from "./Link.tsx";

/** A link in running text. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className="font-medium text-accent-ink underline-offset-4 hover:underline" />;
}
