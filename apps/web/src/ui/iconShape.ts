import { clsx } from "clsx";

/** How an icon button looks, and a link that looks like one. */
export const iconShape = (className?: string) =>
  clsx(
    "grid size-9 shrink-0 pointer-coarse:size-11 place-items-center rounded-base text-ink-soft transition-colors hover:bg-sunken hover:text-ink",
    className,
  );
