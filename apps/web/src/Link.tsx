import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router-dom";

type Props = Omit<ComponentProps<"a">, "href" | "target"> & { to: string };

/** A link within the app. Without what react-router's own brings for its framework, which is more than all our links. */
export function Link({ to, onClick, ...rest }: Props) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to);
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
