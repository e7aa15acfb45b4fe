import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { countRows } from "../../documents/page.ts";
import { isSlowCount } from "../../documents/slow_queries.ts";
import { documentTypes } from "../document_types.ts";

export const get_count = handler(
  reportview.get_count,
  (context, { doctype, ...input }) => countRows(context, documentTypes[doctype], input),
  (context, { doctype, filters }) => isSlowCount(context, documentTypes[doctype], filters),
);
