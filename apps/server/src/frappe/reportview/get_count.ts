import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { countRows } from "../../documents/page.ts";
import { documentTypes } from "../document_types.ts";

export const get_count = handler(reportview.get_count, (context, { doctype, ...input }) =>
  countRows(context, documentTypes[doctype], input),
);
