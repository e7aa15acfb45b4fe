import { CustomerInbox, reportview, type SearchHit } from "@mayfly/contracts";
import { queryOptions } from "@tanstack/react-query";
import { array, type output, pick } from "zod/mini";
import { call } from "./api.ts";
import { rowsOf } from "./rows.ts";

const Row = pick(CustomerInbox, {
  name: true,
  creation: true,
  sender: true,
  recipients: true,
  subject: true,
  preview: true,
  code: true,
  has_attachment: true,
  _seen: true,
});
/** A message that a search has found, and where the words are. */
export type FoundMail = output<typeof Row> & { found: SearchHit };

/**
 * The mail that a query finds (docs/search.md), the newest first, and up to when all of it is found; undefined if all was searched.
 * @param after the `next` of the page before
 */
export async function findMail(q: string, length: number, after?: string) {
  const input = { doctype: "Customer Inbox", fields: Object.keys(Row.shape), q, page_length: length } as const;
  const page = await call(reportview.get, { ...input, ...(after !== undefined && { after }) });
  const rows = array(Row).parse(rowsOf(page));
  const mail = rows.flatMap((row, at): FoundMail[] => {
    const found = page.found?.[at];
    return found === undefined ? [] : [{ ...row, found }];
  });
  return { mail, next: page.next ?? undefined, indexedTo: page.indexed_to ?? undefined };
}

export const foundMailKey = ["found-mail"];

/** The newest mail that a query finds. */
export const foundMailQuery = (q: string, length: number) =>
  queryOptions({ queryKey: [...foundMailKey, q, length], queryFn: () => findMail(q, length), staleTime: 0 });
