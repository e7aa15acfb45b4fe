import { Email, email, limits, reportview, resource } from "@mayfly/contracts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { array, omit, type output } from "zod/mini";
import { toast } from "../ui/toasts.ts";
import { track } from "./analytics.ts";
import { call } from "./api.ts";
import { copy } from "./clipboard.ts";
import { addressTexts } from "./texts/address.ts";

const Row = omit(Email, { name: true, modified: true });
/** An address as the dashboard lists it. */
export type EmailRow = output<typeof Row>;

const doctype = "Email";
const like = (pattern: string) => ({
  filters: [["email_name", "like", pattern] satisfies [string, string, string]],
});
const matching = (search: string) => (search === "" ? {} : like(`%${search}%`));

async function listEmails(start: number, length: number, filters: Partial<ReturnType<typeof like>>) {
  const { data } = await call(resource.list, {
    doctype,
    fields: Object.keys(Row.shape),
    order_by: "creation desc",
    limit_start: start,
    limit_page_length: length,
    ...filters,
  });
  return array(Row).parse(data);
}

/** A page of the addresses that contain `search`, newest first. */
export const emailsQuery = (page: { search: string; start: number; length: number }) =>
  queryOptions({
    queryKey: ["emails", page],
    queryFn: () => listEmails(page.start, page.length, matching(page.search)),
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
        search === "" ? [] : listEmails(0, length, like(`${startOf(search)}%`)),
        listEmails(0, length, matching(search)),
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
      const { data } = await call(resource.list, { doctype, fields: Object.keys(Row.shape), filters });
      return array(Row).parse(data);
    },
    select: (rows) => rows[0] ?? null,
  });

/** How many addresses contain `search`. */
export const emailCountQuery = (search: string) =>
  queryOptions({
    queryKey: ["email-count", search],
    queryFn: () => call(reportview.get_count, { doctype, ...matching(search), limit: limits.count }),
    placeholderData: keepPreviousData,
  });

/** The domains that the company's addresses may be on. */
export const companyDomainsQuery = queryOptions({
  queryKey: ["company-domains"],
  queryFn: () => call(email.get_company_domains, {}),
});

export async function copyEmail(address: string) {
  if (!(await copy(address))) return toast.error(addressTexts.copyFailed);
  toast.success(addressTexts.copied);
  track("email_copied");
}
