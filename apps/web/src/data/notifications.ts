import { limits, NotificationLog, reportview } from "@mayfly/contracts";
import { queryOptions } from "@tanstack/react-query";
import { array, type output, pick } from "zod/mini";
import { call } from "./api.ts";
import { rowsOf } from "./rows.ts";

export const NotificationEntry = pick(NotificationLog, {
  name: true,
  subject: true,
  email_content: true,
  document_type: true,
  creation: true,
});
export type NotificationEntry = output<typeof NotificationEntry>;
export const NotificationEntries = array(NotificationEntry);

/** The newest of the member's own notifications. */
export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  async queryFn() {
    const page = await call(
      reportview.get,
      {
        doctype: "Notification Log",
        fields: Object.keys(NotificationEntry.shape),
        order_by: "creation desc",
        start: 0,
        page_length: limits.recentNotifications,
      },
      { as: "form" },
    );
    return NotificationEntries.parse(rowsOf(page));
  },
});
