import { load } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { readPage } from "../../documents/page.ts";
import { Refusal } from "../../refusal.ts";
import { documentTypes } from "../document_types.ts";

export const getdoc = handler(load.getdoc, async (context, { doctype, name }) => {
  const rule = documentTypes[doctype];
  const { rows } = await readPage(context, rule, { fields: ["*"], filters: { name }, start: 0, length: 1 });
  const [row] = rows;
  if (row === undefined) throw Refusal.notFound();
  await rule.opened?.(context, name);
  return { docs: [{ doctype, ...row }] };
});
