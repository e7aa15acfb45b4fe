import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useNow } from "../../../data/clock.ts";
import { emailQuery } from "../../../data/emails.ts";
import { takesMail } from "../../../data/expiry.ts";
import { refusedMailKey } from "../../../data/queries.ts";

export type AddressState = "ended" | "none";

/** Why mail does not reach the address; undefined: it does, it is not known yet, or all addresses are asked for. */
export function useAddressState(address: string | undefined): AddressState | undefined {
  const now = useNow();
  const { data } = useQuery({ ...emailQuery(address ?? ""), enabled: address !== undefined });
  if (data === undefined) return undefined;
  if (data === null) return "none";
  return takesMail(data, now) ? undefined : "ended";
}

/** Fetches again whether the address takes mail, and what it did not: both may have changed since the last fetch. */
export function fetchAddressState(queries: QueryClient) {
  for (const queryKey of [["emails"], refusedMailKey]) void queries.invalidateQueries({ queryKey });
}
