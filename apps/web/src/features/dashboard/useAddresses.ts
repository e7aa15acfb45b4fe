import { contracts, Email, limits } from "@mayfly/contracts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { array, type output } from "zod";
import { call } from "../../api.ts";

const Address = Email.pick({ email_name: true, is_active: true, expiry: true, reason: true, creation: true });
export type Address = output<typeof Address>;

const pageLength = limits.inboxPageSize;

async function page(start: number) {
  const { data } = await call(contracts.resource.list, {
    doctype: "Email",
    fields: Object.keys(Address.shape),
    order_by: "creation desc",
    limit_start: start,
    limit_page_length: pageLength,
  });
  return array(Address).parse(data);
}

/** The company's addresses, newest first. */
export function useAddresses() {
  const query = useInfiniteQuery({
    queryKey: ["addresses"],
    queryFn: ({ pageParam }) => page(pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < pageLength ? undefined : pages.flat().length),
  });
  // An address made meanwhile shifts the pages by one.
  const addresses = [...new Map(query.data?.pages.flat().map((address) => [address.email_name, address])).values()];
  return { ...query, addresses };
}
