import { limits, resource } from "@mayfly/contracts";
import type { z } from "zod";
import { handler } from "../../context.ts";
import { isSlowPage, type PageQuery, readPage } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

const pageOf = ({
  limit_start,
  limit_page_length,
  limit,
  ...query
}: z.output<typeof resource.list.input>): PageQuery => ({
  ...query,
  start: limit_start,
  length: limit_page_length ?? limit ?? limits.inboxPageSize,
});

export const list = handler(
  resource.list,
  async (context, input) => ({ data: (await readPage(context, doctypeRules[input.doctype], pageOf(input))).rows }),
  (context, input) => isSlowPage(context, doctypeRules[input.doctype], pageOf(input)),
);
