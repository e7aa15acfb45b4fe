import { clsx } from "clsx";

const looks = {
  primary: "border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-hover",
  secondary: "border-line-input bg-surface text-ink hover:bg-sunken",
  danger: "border-transparent bg-red text-on-red not-disabled:hover:bg-red-hover",
  /** For a button that takes no press. */
  off: "border-line bg-sunken text-ink-soft",
  ghost: "border-transparent text-ink-soft hover:bg-sunken hover:text-ink",
} as const;

export type Look = keyof typeof looks;

/** How a button looks, and a link that looks like one. */
export const buttonShape = (look: Look, className?: string) =>
  clsx(
    // All have a border, because forced colours leave nothing else that shows their edges. Toasts keep clear of `button`.
    "button inline-flex h-9 pointer-coarse:h-11 border items-center justify-center gap-2 whitespace-nowrap rounded-base px-3.5 font-medium transition-colors",
    // A disabled button's text stays readable, because it may say why the button is disabled.
    "disabled:bg-sunken disabled:text-ink-soft disabled:border-line aria-disabled:cursor-default",
    looks[look],
    className,
  );
