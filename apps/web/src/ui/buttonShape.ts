import { clsx } from "clsx";

const looks = {
  primary: "border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-hover",
  secondary: "border-line-input bg-surface text-ink hover:bg-sunken",
  danger: "border-transparent bg-red text-on-red not-disabled:hover:bg-red-hover",
  /** Of a button that takes no press. */
  off: "border-line bg-sunken text-ink-soft",
  ghost: "border-transparent text-ink-soft hover:bg-sunken hover:text-ink",
} as const;

export type Look = keyof typeof looks;

/** How a button looks, and a link that does a button's work. */
export const buttonShape = (look: Look, className?: string) =>
  clsx(
    // All have a border: where the system's colours replace ours, nothing else shows their edges.
    "inline-flex h-9 border items-center justify-center gap-2 whitespace-nowrap rounded-base px-3.5 font-medium transition-colors",
    // Its words can still be read: some say why it is disabled.
    "disabled:bg-sunken disabled:text-ink-soft disabled:border-line aria-disabled:cursor-default",
    looks[look],
    className,
  );
