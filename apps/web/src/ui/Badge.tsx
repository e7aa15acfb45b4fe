import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  neutral: "bg-sunken text-ink-soft",
  green: "bg-accent-soft text-accent-ink",
  amber: "bg-amber-soft text-amber-ink",
  red: "bg-red-soft text-red-ink",
  blue: "bg-blue-soft text-blue-ink",
  gold: "bg-gold-soft text-gold-ink",
} as const;

export type Tone = keyof typeof tones;

/** A word about the item beside it. */
export function Badge({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon?: LucideIcon | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex h-6 shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2.5 text-12 font-medium",
        tones[tone],
      )}
    >
      {Icon !== undefined && <Icon aria-hidden="true" className="size-3.5" />}
      {/* In an element, so that React can change the icon beside a text that the browser has translated. */}
      <span>{children}</span>
    </span>
  );
}
