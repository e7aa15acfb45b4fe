import { clsx } from "clsx";

/** How a button that is an icon looks, and a link that does its work. */
export const iconShape = (className?: string) =>
  clsx(
    "grid size-9 shrink-0 place-items-center rounded-base text-ink-soft transition-colors hover:bg-sunken hover:text-ink",
    className,
  );
