import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { whereOf } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const get_count = handler(reportview.get_count, async (context, input) => {
  const rule = doctypeRules[input.doctype];
  return rule.model(context).count({ where: await whereOf(rule, context, input.filters), take: input.limit });
});
