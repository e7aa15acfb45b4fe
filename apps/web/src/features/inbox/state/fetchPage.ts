import { inboxPage, reportview } from "@mayfly/contracts";
import { call, NetworkFailure } from "../../../data/api.ts";
import { toItems } from "../item.ts";
import { inboxTexts } from "../texts.ts";

/** A page of the messages to `address`, or, without one, of all messages that the user may read. */
export async function fetchPage(address: string | undefined, start: number) {
  const input = inboxPage(address, start);
  const headers = { "X-Frappe-Doctype": input.doctype, "X-Requested-With": "XMLHttpRequest" };
  try {
    return toItems(await call(reportview.get, input, { as: "form", headers }));
  } catch (failure) {
    // This text is for the log only; the user reads another one (P91).
    if (failure instanceof NetworkFailure) failure.message = inboxTexts.listNetwork;
    throw failure;
  }
}
