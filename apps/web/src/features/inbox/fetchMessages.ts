import { inboxTexts, limits, reportview } from "@mayfly/contracts";
import { call, NetworkFailure } from "../../api.ts";
import { listFields, toItems } from "./message.ts";

const doctype = "Customer Inbox";

/** A page of the messages to `address`, or of all that the user may read. */
export async function fetchMessages(address: string | undefined, start: number) {
  const input = {
    doctype,
    fields: listFields,
    filters: address === undefined ? [] : [["recipients", "=", address]],
    order_by: "modified desc",
    start,
    page_length: limits.inboxPageSize,
    // The framework's own client sends these three too (K44).
    view: "List",
    group_by: "",
    with_comment_count: 1,
  } as const;
  const headers = { "X-Frappe-Doctype": doctype, "X-Requested-With": "XMLHttpRequest" };
  try {
    const { keys, values } = await call(reportview.get, input, { as: "form", headers });
    return toItems(keys, values);
  } catch (failure) {
    // The name of the failure in the log; the user reads another text (P91).
    if (failure instanceof NetworkFailure) failure.message = inboxTexts.listNetwork;
    throw failure;
  }
}
