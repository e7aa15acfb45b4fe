import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { companyDomainsQuery } from "../../data/emails.ts";
import { Select } from "../../ui/Select.tsx";
import { emailScreenTexts } from "./texts.ts";
import type { EmailFilters as Filters } from "./useEmailFilters.ts";

interface Props {
  filters: Filters;
  onFilter: (name: keyof Filters, value: string) => void;
}

const choices = {
  status: [
    ["", "All"],
    ["active", "Active"],
    ["ended", "Inactive"],
  ],
  owner: [
    ["", "Anyone's addresses"],
    ["me", "Mine"],
  ],
  sort: [
    ["", "Newest first"],
    ["mail", "Latest mail first"],
  ],
} as const;

// No label of the form for an address: both may be on the page.
const labels = {
  status: "Filter by status",
  owner: "Filter by owner",
  domain: "Filter by domain",
  sort: "Order of the list",
} as const;

/** Which addresses are listed, and in which order. */
export function EmailFilters({ filters, onFilter }: Props) {
  const { data: domains = [] } = useQuery(companyDomainsQuery);
  const names = [...new Set([...domains, filters.domain])].filter((each) => each !== "");
  const select = (name: keyof typeof labels, options: readonly (readonly [value: string, label: string])[]) => (
    <Select
      key={name}
      aria-label={labels[name]}
      value={filters[name]}
      onChange={(event) => onFilter(name, event.target.value)}
      className="text-13 max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1"
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {select("status", choices.status)}
      {select("owner", choices.owner)}
      {names.length > 1 && select("domain", [["", "All domains"], ...names.map((each) => [each, each] as const)])}
      {select("sort", choices.sort)}
      {(["tag", "run"] as const).map(
        (name) =>
          filters[name] !== "" && (
            <button
              key={name}
              type="button"
              title={emailScreenTexts.stopFiltering}
              aria-label={`${emailScreenTexts.filteredBy[name]} ${filters[name]}. ${emailScreenTexts.stopFiltering}`}
              onClick={({ currentTarget }) => {
                // The button goes with its filter.
                currentTarget.parentElement?.querySelector("select")?.focus();
                onFilter(name, "");
              }}
              className="flex h-9 max-w-full min-w-0 items-center gap-1 self-center rounded-full bg-blue-soft px-3 text-13 font-medium text-blue-ink pointer-coarse:h-11"
            >
              <X aria-hidden="true" className="size-3.5 shrink-0" />
              <span className="truncate">
                {emailScreenTexts.filteredBy[name]} <bdi translate="no">{filters[name]}</bdi>
              </span>
            </button>
          ),
      )}
    </div>
  );
}
