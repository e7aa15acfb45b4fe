import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router-dom";

type Props = Omit<ComponentProps<"a">, "href" | "target"> & { to: string; state?: unknown };

/** A link within the app. Replaces react-router's, whose framework code is larger than all our links together. */
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
