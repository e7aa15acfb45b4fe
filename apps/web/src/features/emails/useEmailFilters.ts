import { useLocation, useNavigate } from "react-router-dom";
import type { EmailFilter } from "../../data/emails.ts";
import { useOwnEmail } from "../../data/profile.ts";

/** The filters of the list, as the URL holds them. */
export interface EmailFilters {
  status: string;
  owner: string;
  domain: string;
  tag: string;
  run: string;
  sort: string;
}

/** Which addresses the URL asks for besides the search term, and a function that changes one of these parameters. */
export function useEmailFilters() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const me = useOwnEmail();
  const parameters = new URLSearchParams(search);
  const read = (name: keyof EmailFilters) => parameters.get(name) ?? "";
  const filters: EmailFilters = {
    status: read("status"),
    owner: read("owner"),
    domain: read("domain"),
    tag: read("tag"),
    run: read("run"),
    sort: read("sort"),
  };
  const { status, owner, domain, tag, run, sort } = filters;
  const wanted: Omit<EmailFilter, "search"> = {
    active: status === "active" ? true : status === "ended" ? false : undefined,
    owner: owner === "me" ? me : undefined,
    domain: domain || undefined,
    tag: tag || undefined,
    run: run || undefined,
  };
  function set(name: keyof EmailFilters, value: string) {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    // Another list begins at its first page.
    next.delete("page");
    void navigate({ search: next.toString() }, { replace: true });
  }
  return {
    filters,
    set,
    wanted,
    byMail: sort === "mail",
    isFiltered: Object.values(wanted).some((value) => value !== undefined),
  };
}
