import { limits, resource } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { readPage } from "../doctype.ts";
import { doctypeRules } from "../doctypes.ts";

export const list = handler(
  resource.list,
  async (context, { doctype, limit_start, limit_page_length, limit, ...query }) => {
    const page = { ...query, start: limit_start, length: limit_page_length ?? limit ?? limits.inboxPageSize };
    const { rows } = await readPage(context, doctypeRules[doctype], page);
    return { data: rows };
  },
);
