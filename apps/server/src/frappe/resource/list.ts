import { limits, resource } from "@mayfly/contracts";
import type { z } from "zod";
import { handler } from "../../context.ts";
import { readPage } from "../../documents/page.ts";
import type { PageQuery } from "../../documents/page_query.ts";
import { documentTypes } from "../document_types.ts";

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

export const list = handler(resource.list, async (context, input) => ({
  data: (await readPage(context, documentTypes[input.doctype], pageOf(input))).rows,
}));
