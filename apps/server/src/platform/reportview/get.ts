import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { fieldsOf, orderOf, readRows, whereOf } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const get = handler(reportview.get, async (context, input) => {
  const rule = doctypeRules[input.doctype];
  const fields = fieldsOf(rule, input.fields);
  const values = await readRows(context, rule, {
    fields,
    where: whereOf(rule, context.member, input.filters),
    order: orderOf(rule, input.order_by),
    start: input.start,
    length: input.page_length,
  });
  return { keys: fields.map(([name]) => name), values };
});
