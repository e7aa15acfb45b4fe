import { resource } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { fieldsOf, orderOf, readRows, whereOf } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const list = handler(resource.list, async (context, input) => {
  const rule = doctypeRules[input.doctype];
  const fields = fieldsOf(rule, input.fields);
  const rows = await readRows(context, rule, {
    fields,
    where: whereOf(rule, context.member, input.filters),
    order: orderOf(rule, input.order_by),
    start: input.limit_start,
    length: input.limit_page_length,
  });
  return { data: rows.map((values) => Object.fromEntries(fields.map(([name], at) => [name, values[at]]))) };
});
