import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { readPage } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const get = handler(reportview.get, async (context, { doctype, page_length, ...query }) => {
  const { names, values } = await readPage(context, doctypeRules[doctype], { ...query, length: page_length });
  return { keys: names, values };
});
