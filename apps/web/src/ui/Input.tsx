import { clsx } from "clsx";
import type { ComponentProps } from "react";

interface Props extends ComponentProps<"input"> {
  /** The value is no prose: every character counts. */
  code?: boolean;
  /** The most characters, in code points, as the server counts. `maxLength` counts UTF-16 units. */
  longest?: number;
}

export function Input({ code = false, longest, className, ...rest }: Props) {
  return (
    <input
      onInput={longest === undefined ? undefined : ({ currentTarget }) => shorten(currentTarget, longest)}
      className={clsx(
        "h-10 pointer-coarse:h-11 w-full text-ellipsis rounded-base border border-line-input bg-surface px-3 transition-colors pointer-coarse:text-16",
        "focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0",
        "aria-invalid:border-red aria-invalid:outline-red read-only:bg-sunken disabled:text-ink-soft",
        code && "font-mono text-13",
        className,
      )}
      {...(code && { autoComplete: "off", autoCapitalize: "none", spellCheck: false })}
      {...rest}
    />
  );
}

/** Removes the surplus from the text that has just been inserted, which ends at the caret. */
function shorten(field: HTMLInputElement, longest: number) {
  const caret = field.selectionStart ?? field.value.length;
  const [before, after] = [[...field.value.slice(0, caret)], [...field.value.slice(caret)]];
  const surplus = before.length + after.length - longest;
  if (surplus <= 0) return;
  const kept = before.slice(0, Math.max(0, before.length - surplus)).join("");
  field.value = [...kept, ...after].slice(0, longest).join("");
  field.setSelectionRange(kept.length, kept.length);
}
