import { email, emailPrefix } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../data/api.ts";
import { searchDebounce } from "../../data/limits.ts";
import { useDebounced } from "../../parts/lists/useDebounced.ts";

/** `none`: nothing to check; `invalid`: not a valid prefix; else how the server's check of the address stands. */
export type Availability = "none" | "invalid" | "checking" | "available" | "unavailable" | "failed";

export function useAvailability(prefix: string, domain: string): Availability {
  const parsed = emailPrefix.safeParse(prefix);
  const address = parsed.success && domain !== "" ? `${parsed.data}@${domain}` : undefined;
  const settled = useDebounced(address, searchDebounce);
  const { data, error, isFetching } = useQuery({
    queryKey: ["available", address],
    queryFn: () => call(email.is_email_available, { email: address ?? "" }, { as: "form" }),
    enabled: address !== undefined && settled === address,
    // Somebody may have taken the address since.
    staleTime: 0,
    gcTime: 0,
  });
  if (prefix.trim() === "") return "none";
  if (!parsed.success) return "invalid";
  if (address === undefined) return "none";
  if (settled !== address || isFetching) return "checking";
  if (error !== null) return "failed";
  return data === true ? "available" : "unavailable";
}
