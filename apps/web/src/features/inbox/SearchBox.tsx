import { inboxTexts } from "@mayfly/contracts";
import { Search } from "lucide-react";
import type { Ref } from "react";
import { Input } from "../../ui/Input.tsx";

interface Props {
  term: string;
  onTerm: (term: string) => void;
  ref: Ref<HTMLInputElement>;
}

export function SearchBox({ term, onTerm, ref }: Props) {
  return (
    <search className="relative block">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-faint" />
      <Input
        ref={ref}
        type="search"
        aria-label="Search emails"
        placeholder={inboxTexts.search}
        value={term}
        onChange={(event) => onTerm(event.target.value)}
        className="h-9 pl-8.5 text-13"
      />
    </search>
  );
}
