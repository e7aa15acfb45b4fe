import { reportview } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { countRows, isSlowCount } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const get_count = handler(
  reportview.get_count,
  (context, { doctype, ...input }) => countRows(context, doctypeRules[doctype], input),
  (context, { doctype, filters }) => isSlowCount(context, doctypeRules[doctype], filters),
);
