import { reportview } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import { cursorAfter, readCursor } from "../../documents/cursor.ts";
import type { DocumentType } from "../../documents/document_type.ts";
import { parseOrder } from "../../documents/order.ts";
import { readFound, readPage } from "../../documents/page.ts";
import { Refusal } from "../../refusal.ts";
import { documentTypes } from "../document_types.ts";

/** Rows of a search, at most: the text of each is read. */
const mostFound = 100;

export const get = handler(reportview.get, async (context, { doctype, page_length: length, q, after, ...query }) => {
  const type = documentTypes[doctype];
  if (q !== undefined) return search(context, type, { q, after, length, ...query });
  return columnsOf(await readPage(context, type, { ...query, length }));
});

const columnsOf = ({ names, rows }: Pick<Awaited<ReturnType<typeof readPage>>, "names" | "rows">) => ({
  keys: names,
  values: rows.map((row) => names.map((name) => row[name])),
});

interface Search {
  q: string;
  after: string | undefined;
  length: number;
  start: number;
  fields?: string[] | undefined;
  filters?: object | undefined;
  order_by?: string | undefined;
}

async function search(context: MemberContext, type: DocumentType, asked: Search) {
  const { q, after, length, start, fields, filters, order_by } = asked;
  if (type.search === undefined) throw Refusal.invalid("Only Customer Inbox can be searched with q");
  if (start > 0) throw Refusal.invalid("A search is paged with after, not start");
  if (length > mostFound) throw Refusal.invalid(`A search has at most ${mostFound} rows per page`);
  if (Object.keys(filters ?? {}).length > 0) throw Refusal.invalid("A search takes no filters: use operators in q");
  const [order] = parseOrder(type.fields, type.key, order_by);
  if (order?.column !== "modified" || order.direction !== "desc")
    throw Refusal.invalid("A search is always ordered newest first");
  const list = { of: "found mail", reader: context.member.name, q };
  const mark = readCursor(context, list, after);
  const { keys, found, next, indexed_to } = await type.search(context, { q, after: mark, length });
  const page = await readFound(context, type, fields, keys);
  const foundBy = new Map(keys.map((key, at) => [key, found[at]]));
  return {
    ...columnsOf(page),
    found: page.keys.flatMap((key) => foundBy.get(String(key)) ?? []),
    next: next === undefined ? null : cursorAfter(context, list, next),
    indexed_to: indexed_to?.toISOString() ?? null,
  };
}
