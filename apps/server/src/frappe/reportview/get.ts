import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { readPage } from "../../documents/page.ts";
import { isSlowPage } from "../../documents/slow_queries.ts";
import { documentTypes } from "../document_types.ts";

export const get = handler(
  reportview.get,
  async (context, { doctype, page_length, ...query }) => {
    const { names, rows } = await readPage(context, documentTypes[doctype], { ...query, length: page_length });
    return { keys: names, values: rows.map((row) => names.map((name) => row[name])) };
  },
  (context, { doctype, page_length, ...query }) =>
    isSlowPage(context, documentTypes[doctype], { ...query, length: page_length }),
);
