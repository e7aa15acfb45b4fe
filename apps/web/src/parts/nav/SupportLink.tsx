import { LifeBuoy } from "lucide-react";
import { paths } from "../../data/paths.ts";

/** `wordClass` hides the word where there is no room for it. */
export function SupportLink({ wordClass }: { wordClass: string }) {
  return (
    <a
      href={paths.support}
      target="_blank"
      rel="noopener"
      className="flex h-9 pointer-coarse:h-11 pointer-coarse:min-w-11 shrink-0 items-center justify-center gap-2 rounded-base px-2.5 text-13 text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      <LifeBuoy aria-hidden="true" className="size-4" />
      <span className={wordClass}>Support</span>
    </a>
  );
}
