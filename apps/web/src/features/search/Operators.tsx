import { clsx } from "clsx";
import { X } from "lucide-react";
import { operators } from "./texts.ts";
import { operatorWords, withoutWord, withWord } from "./words.ts";

interface Props {
  q: string;
  /** Sets the query, and leads the user back to its end. */
  onQ: (q: string) => void;
}

const shape =
  "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 font-mono text-12 transition-colors pointer-coarse:h-11 pointer-coarse:px-4";

/** The operators of a query, to be removed, and those that it could have. */
export function Operators({ q, onQ }: Props) {
  const words = operatorWords(q);
  const used = new Set(words.map(({ text }) => text.toLowerCase()));
  return (
    <ul
      aria-label="Narrow the search"
      translate="no"
      // On a phone one line, which scrolls to the edge of the screen.
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {words.map((word) => (
        <li key={word.at} className="max-w-full max-sm:shrink-0">
          <button
            type="button"
            aria-label={`Remove ${word.text}`}
            onClick={() => onQ(withoutWord(q, word))}
            className={clsx(shape, "max-w-full border-accent bg-accent-soft text-accent-ink")}
          >
            <span className="truncate">{word.text}</span>
            <X aria-hidden="true" className="size-3 shrink-0" />
          </button>
        </li>
      ))}
      {operators.map(
        ([text, hint]) =>
          !used.has(text) && (
            <li key={text}>
              <button
                type="button"
                title={hint}
                onClick={() => onQ(withWord(q, text))}
                className={clsx(
                  shape,
                  "border-line bg-surface text-ink-soft hover:border-accent hover:text-accent-ink",
                )}
              >
                {text}
              </button>
            </li>
          ),
      )}
    </ul>
  );
}
