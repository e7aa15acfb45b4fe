import { Domain, domain } from "@mayfly/contracts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { array } from "zod/mini";
import { call } from "../../data/api.ts";

export const domainsQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ["domains", page, size],
    async queryFn() {
      const start = (page - 1) * size;
      const { domains, count } = await call(domain.list_domains, { start, limit: size, fields: ["*"] });
      return { domains: array(Domain).parse(domains), count };
    },
    placeholderData: keepPreviousData,
  });

export const activeAddresses = (count: number) => (count === 1 ? "1 active address" : `${count} active addresses`);
