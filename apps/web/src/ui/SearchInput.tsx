import { clsx } from "clsx";
import { Search } from "lucide-react";
import { Input } from "./Input.tsx";

interface Props {
  label: string;
  value: string;
  onValue: (value: string) => void;
  className?: string;
}

export function SearchInput({ label, value, onValue, className }: Props) {
  return (
    <search className={clsx("relative block", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="pl-9"
      />
    </search>
  );
}
