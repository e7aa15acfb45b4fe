import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { isSlowPage, readPage } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const get = handler(
  reportview.get,
  async (context, { doctype, page_length, ...query }) => {
    const { names, rows } = await readPage(context, doctypeRules[doctype], { ...query, length: page_length });
    return { keys: names, values: rows.map((row) => names.map((name) => row[name])) };
  },
  (context, { doctype, page_length, ...query }) =>
    isSlowPage(context, doctypeRules[doctype], { ...query, length: page_length }),
);
