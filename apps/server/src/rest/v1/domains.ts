import { type DomainResource, resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import type { DomainRow } from "../../features/domain/domain.ts";
import { after, pageOf, readCursor } from "../cursor.ts";

const { domains } = resources;

const asResource = ({ domain_name, is_verified, mx_found, creation }: DomainRow): DomainResource => ({
  ...{ domain_name, is_default: false, is_verified, mx_found },
  creation: creation.toISOString(),
});

const asDefault = (domain_name: string): DomainResource => ({
  ...{ domain_name, is_default: true, is_verified: true, mx_found: true, creation: null },
});

export const list = handler(domains.list, async ({ db, defaultDomains }, { limit, cursor }) => {
  const list = ["domains"];
  const rows = await db.domain.findMany({
    where: after(readCursor(list, cursor), "creation", "domain_name"),
    orderBy: [{ creation: "desc" }, { domain_name: "desc" }],
    take: limit + 1,
  });
  const markOf = ({ creation: at, domain_name: key }: DomainRow) => ({ at, key });
  const page = pageOf(rows, { limit, list, markOf }, asResource);
  return cursor === undefined ? { ...page, data: [...defaultDomains.map(asDefault), ...page.data] } : page;
});
