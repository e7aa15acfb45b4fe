import { type DomainResource, resources, unicodeDomain } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { after, type Mark, pageOf, readCursor } from "../../documents/cursor.ts";
import type { DomainRow } from "../../features/domain/domain.ts";

const { domains } = resources;

const asResource = ({ domain_name, is_verified, mx_found, creation }: DomainRow): DomainResource => ({
  unicode_name: unicodeDomain(domain_name),
  ...{ domain_name, is_default: false, is_verified, mx_found },
  creation: creation.toISOString(),
});

const asDefault = (domain_name: string): DomainResource => ({
  unicode_name: unicodeDomain(domain_name),
  ...{ domain_name, is_default: true, is_verified: true, mx_found: true, creation: null },
});

/** The time of the platform's domains in cursors: before that of any company's. Their keys are their places. */
const ofPlatform = new Date(0);

export const list = handler(domains.list, async (context, { limit, cursor }) => {
  const { db, defaultDomains } = context;
  const list = { of: "domains" };
  const mark = readCursor(context, list, cursor);
  const isPastOwn = mark?.at.getTime() === ofPlatform.getTime();
  const own = isPastOwn
    ? []
    : await db.domain.findMany({
        where: after(mark, "creation", "domain_name"),
        orderBy: [{ creation: "desc" }, { domain_name: "desc" }],
        take: limit + 1,
      });
  const first = isPastOwn ? Number(mark.key) + 1 : 0;
  const rows: [DomainResource, Mark][] = [
    ...own.map((row): [DomainResource, Mark] => [asResource(row), { at: row.creation, key: row.domain_name }]),
    ...defaultDomains
      .map((name, place): [DomainResource, Mark] => [asDefault(name), { at: ofPlatform, key: `${place}` }])
      .slice(first),
  ];
  return pageOf(context, rows, { limit, list, markOf: ([, at]) => at }, ([resource]) => resource);
});
