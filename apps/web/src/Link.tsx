import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router-dom";

type Props = Omit<ComponentProps<"a">, "href" | "target"> & { to: string; state?: unknown };

/** A link within the app. Without what react-router's own brings for its framework, which is more than all our links. */
export function Link({ to, state, onClick, ...rest }: Props) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    />
  );
}
