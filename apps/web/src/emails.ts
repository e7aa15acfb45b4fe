import { Email, email, emailTexts, limits, reportview, resource } from "@mayfly/contracts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { array, omit, type output } from "zod/mini";
import { track } from "./analytics.ts";
import { call } from "./api.ts";
import { copy } from "./clipboard.ts";
import { toast } from "./ui/toasts.ts";

const Row = omit(Email, { name: true, modified: true });
/** An address as the dashboard lists it. */
export type EmailRow = output<typeof Row>;

const doctype = "Email";
const matching = (search: string) =>
  search === "" ? {} : { filters: [["email_name", "like", `%${search}%`] satisfies [string, string, string]] };

/** A page of the addresses that hold `search`, newest first. */
export const emailsQuery = (page: { search: string; start: number; length: number }) =>
  queryOptions({
    queryKey: ["emails", page],
    async queryFn() {
      const { data } = await call(resource.list, {
        doctype,
        fields: Object.keys(Row.shape),
        order_by: "creation desc",
        limit_start: page.start,
        limit_page_length: page.length,
        ...matching(page.search),
      });
      return array(Row).parse(data);
    },
    placeholderData: keepPreviousData,
  });

/** One address; null: there is none that the user may see. */
export const emailQuery = (address: string) =>
  queryOptions({
    // Rows under the key of the lists: whatever changes or fetches those does so with it.
    queryKey: ["emails", { address }],
    async queryFn() {
      const filters = [["email_name", "=", address] satisfies [string, string, string]];
      const { data } = await call(resource.list, { doctype, fields: Object.keys(Row.shape), filters });
      return array(Row).parse(data);
    },
    select: (rows) => rows[0] ?? null,
  });

/** How many addresses hold `search`. */
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
  if (!(await copy(address))) return toast.error(emailTexts.copyFailed);
  toast.success(emailTexts.copied);
  track("email_copied");
}
