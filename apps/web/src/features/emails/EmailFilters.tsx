import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { companyDomainsQuery } from "../../data/emails.ts";
import { Badge } from "../../ui/Badge.tsx";
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
              onClick={() => onFilter(name, "")}
              className="flex min-h-9 items-center pointer-coarse:min-h-11"
              title={emailScreenTexts.stopFiltering}
            >
              <Badge tone="blue" icon={X}>
                {emailScreenTexts.filteredBy[name]} {filters[name]}
              </Badge>
            </button>
          ),
      )}
    </div>
  );
}
