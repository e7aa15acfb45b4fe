import { Email, email, limits, reportview, resource } from "@mayfly/contracts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { array, extend, omit, optional, type output, pick } from "zod/mini";
import { call } from "./api.ts";
import { mailSummaryKey } from "./queries.ts";

const Row = extend(omit(Email, { name: true, modified: true, last_activity: true }), {
  // A server of the version before does not have them.
  deactivated: optional(Email.shape.deactivated),
  run: optional(Email.shape.run),
  tags: optional(Email.shape.tags),
  note: optional(Email.shape.note),
});
export const EmailRows = array(Row);
/** An address as the dashboard lists it. */
export type EmailRow = output<typeof Row>;

const doctype = "Email";
type Condition = [field: string, operator: string, value: string | number];
const like = (pattern: string): Condition => ["email_name", "like", pattern];

/** Which addresses are listed. */
export interface EmailFilter {
  /** What they contain. */
  search: string;
  active?: boolean | undefined;
  owner?: string | undefined;
  domain?: string | undefined;
  tag?: string | undefined;
  run?: string | undefined;
}

const conditionsOf = ({ search, active, owner, domain, tag, run }: EmailFilter): Condition[] => [
  ...(search === "" ? [] : [like(`%${search}%`)]),
  ...(active === undefined ? [] : [["is_active", "=", active ? 1 : 0] satisfies Condition]),
  ...(owner === undefined ? [] : [["owner", "=", owner] satisfies Condition]),
  ...(domain === undefined ? [] : [like(`%@${domain}`)]),
  ...(tag === undefined ? [] : [["tags", "=", tag] satisfies Condition]),
  ...(run === undefined ? [] : [["run", "=", run] satisfies Condition]),
];
const filtered = (conditions: Condition[]) => (conditions.length === 0 ? {} : { filters: conditions });

async function listEmails(start: number, length: number, conditions: Condition[], order_by = "creation desc") {
  const { data } = await call(resource.list, {
    doctype,
    // All that it has: a server of the version before would refuse those that it does not know.
    fields: ["*"],
    order_by,
    limit_start: start,
    limit_page_length: length,
    ...filtered(conditions),
  });
  return EmailRows.parse(data);
}

/** The names of the newest addresses of those. */
export async function namesOf(wanted: EmailFilter, most: number): Promise<string[]> {
  const { data } = await call(resource.list, {
    doctype,
    fields: ["email_name"],
    order_by: "creation desc",
    limit_page_length: most,
    ...filtered(conditionsOf(wanted)),
  });
  return array(pick(Row, { email_name: true }))
    .parse(data)
    .map(({ email_name }) => email_name);
}

/** A page of addresses: the newest first, or those first to which something came last. */
export const emailsQuery = (page: EmailFilter & { start: number; length: number; byMail?: boolean | undefined }) =>
  queryOptions({
    queryKey: ["emails", page],
    queryFn: () =>
      listEmails(page.start, page.length, conditionsOf(page), page.byMail ? "last_activity desc" : undefined),
    // An empty page is no placeholder: it does not mean that the next one is empty.
    placeholderData: (before) => (before?.length ? before : undefined),
  });

/** How an address begins if `search` is its whole name. */
const startOf = (search: string) => (search.includes("@") ? search : `${search}@`);
export const isNamed = (address: string, search: string) => address.startsWith(startOf(search.toLowerCase()));

/** The newest addresses that contain `search`, after those whose whole name it is, however old these are. */
export const foundEmailsQuery = (search: string, length: number) =>
  queryOptions({
    queryKey: ["emails", { search, length }],
    async queryFn() {
      const [named, holding] = await Promise.all([
        search === "" ? [] : listEmails(0, length, [like(`${startOf(search)}%`)]),
        listEmails(0, length, conditionsOf({ search })),
      ]);
      const names = new Set(named.map(({ email_name }) => email_name));
      return [...named, ...holding.filter(({ email_name }) => !names.has(email_name))].slice(0, length);
    },
    placeholderData: keepPreviousData,
  });

/** One address; null if there is none that the user may see. */
export const emailQuery = (address: string) =>
  queryOptions({
    // Keeps rows under the key of the lists, so that whatever updates or refetches those includes this query.
    queryKey: ["emails", { address }],
    async queryFn() {
      const filters = [["email_name", "=", address] satisfies [string, string, string]];
      const { data } = await call(resource.list, { doctype, fields: ["*"], filters });
      return EmailRows.parse(data);
    },
    select: (rows) => rows[0] ?? null,
  });

/** How many addresses there are of those. */
export const emailCountQuery = (wanted: EmailFilter) =>
  queryOptions({
    queryKey: ["email-count", wanted],
    queryFn: () => call(reportview.get_count, { doctype, ...filtered(conditionsOf(wanted)), limit: limits.count }),
    placeholderData: keepPreviousData,
  });

/** What has come to addresses, by address. */
export const mailSummaryQuery = (emails: readonly string[]) =>
  queryOptions({
    queryKey: [...mailSummaryKey, ...emails],
    queryFn: () => call(email.get_mail_summary, { emails: [...emails] }),
    select: (rows) => new Map(rows.map((row) => [row.email_name, row])),
    enabled: emails.length > 0,
    placeholderData: keepPreviousData,
  });

/** The domains that the company's addresses may be on. */
export const companyDomainsQuery = queryOptions({
  queryKey: ["company-domains"],
  queryFn: () => call(email.get_company_domains, {}),
});
