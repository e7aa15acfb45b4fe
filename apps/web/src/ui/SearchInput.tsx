import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { type Ref, useImperativeHandle, useRef } from "react";
import { Input } from "./Input.tsx";

/** Characters: more than any address has, and than most searches may have. */
const most = 320;

interface Props {
  label: string;
  placeholder?: string;
  value: string;
  onValue: (value: string) => void;
  /** Characters, at most. */
  longest?: number;
  /** Whether it is what a page is for, and has the focus first. */
  first?: boolean;
  /** The id of the text that says what is wrong with the value. */
  fault?: string | undefined;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

export function SearchInput({
  label,
  placeholder = label,
  value,
  onValue,
  longest = most,
  first = false,
  fault,
  className,
  ref,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  return (
    <search className={clsx("relative block", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
      />
      <Input
        ref={input}
        type="search"
        data-first={first || undefined}
        aria-label={label}
        placeholder={placeholder}
        maxLength={longest}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="px-9 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            onValue("");
            input.current?.focus();
          }}
          className="absolute inset-y-0 right-1.5 my-auto grid size-7 place-items-center pointer-coarse:right-0 pointer-coarse:size-11 rounded-base text-ink-faint transition-colors hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </search>
  );
}
