import { load } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { fieldsOf, orderOf, readRows, whereOf } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const getdoc = handler(load.getdoc, async (context, input) => {
  const rule = doctypeRules[input.doctype];
  const fields = fieldsOf(rule, ["*"]);
  const [values] = await readRows(context, rule, {
    fields,
    where: whereOf(rule, context.member, { name: input.name }),
    order: orderOf(rule, undefined),
    start: 0,
    length: 1,
  });
  if (values === undefined) throw Refusal.notFound();
  await rule.opened?.(context, input.name);
  return { docs: [{ doctype: input.doctype, ...Object.fromEntries(fields.map(([name], at) => [name, values[at]])) }] };
});
