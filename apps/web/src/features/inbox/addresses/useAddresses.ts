import { limits } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { emailsQuery, foundEmailsQuery, mailSummaryQuery } from "../../../data/emails.ts";
import { useDebounced } from "../../../parts/lists/useDebounced.ts";
import { usePinned } from "./pinned.ts";

/** Addresses that are listed without a filter. */
const recentAddresses = 30;
const foundAddresses = 20;
/** Milliseconds from the last key to the search. */
const pause = 200;

/** The addresses beside the inbox: those that are pinned, then those to which something came last, or what is found. */
export function useAddresses(address: string | undefined, typed: string) {
  const pinned = usePinned();
  const term = useDebounced(typed.trim().toLowerCase(), pause);
  const recent = useQuery(emailsQuery({ search: "", active: true, byMail: true, start: 0, length: recentAddresses }));
  const found = useQuery({ ...foundEmailsQuery(term, foundAddresses), enabled: term !== "" });
  const names = (rows: typeof recent.data) => rows?.map(({ email_name }) => email_name) ?? [];
  const isFiltered = term !== "";
  const others = isFiltered ? names(found.data) : names(recent.data);
  // The open address is there, however old it is.
  const all = isFiltered || address === undefined || others.includes(address) ? others : [address, ...others];
  const shown = isFiltered ? [] : pinned;
  const { data: mail } = useQuery(mailSummaryQuery([...new Set([...shown, ...all])].slice(0, limits.summaryMax)));
  return {
    pinned: shown,
    others: all.filter((each) => !shown.includes(each)),
    unread: (name: string) => mail?.get(name)?.unread ?? 0,
    isPinned: (name: string) => pinned.includes(name),
    isFiltered,
    isLoading: isFiltered ? found.data === undefined : recent.data === undefined && recent.error === null,
  };
}
