import { type Domain, domain } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { isDeep, readerOf } from "../../documents/slow_queries.ts";
import { activeEmails, asDefaultDomain, asDomain } from "./domain.ts";

export const list_domains = handler(domain.list_domains, async (given, { start, limit, fields }) => {
  const context = await readerOf(given, isDeep(start));
  const { db, member, clock, defaultDomains } = context;
  const [rows, own] = await Promise.all([
    db.domain.findMany({ orderBy: [{ creation: "desc" }, { domain_name: "asc" }], skip: start, take: limit }),
    db.domain.count(),
  ]);
  const names = rows.map((row) => row.domain_name);
  const counts = await activeEmails(db, member.company, names, clock());
  const after = Math.max(0, start - own);
  const page = [
    ...rows.map((row) => asDomain(row, counts.get(row.domain_name) ?? 0, context)),
    ...defaultDomains.slice(after, after + limit - rows.length).map(asDefaultDomain),
  ];
  return { domains: page.map((one) => only(one, fields)), count: own + defaultDomains.length };
});

const only = (one: Domain, fields: string[] | undefined): Partial<Domain> =>
  fields === undefined || fields.includes("*")
    ? one
    : Object.fromEntries(Object.entries(one).filter(([name]) => fields.includes(name)));
