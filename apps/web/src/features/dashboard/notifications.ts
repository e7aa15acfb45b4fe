import { NotificationLog, reportview } from "@mayfly/contracts";
import { type Query, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { array, type output, pick } from "zod/mini";
import { call } from "../../data/api.ts";
import type { Connection } from "../../data/live.ts";
import { mailCame } from "../../data/mailCame.ts";
import { documentsChanged } from "../../data/queries.ts";
import { rowsOf } from "../../data/rows.ts";
import { moment, useLive } from "../../data/useLive.ts";
import { recentNotifications } from "./limits.ts";

const Entry = pick(NotificationLog, {
  name: true,
  subject: true,
  email_content: true,
  document_type: true,
  creation: true,
});
export type NotificationEntry = output<typeof Entry>;

/** The newest of the member's own notifications. */
export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  async queryFn() {
    const page = await call(
      reportview.get,
      {
        doctype: "Notification Log",
        fields: Object.keys(Entry.shape),
        order_by: "creation desc",
        start: 0,
        page_length: recentNotifications,
      },
      { as: "form" },
    );
    return array(Entry).parse(rowsOf(page));
  },
});

/** Listens while the dashboard is shown: a notification goes to the top, and what it is about is fetched again. */
export function useLiveNotifications(): Connection {
  const queries = useQueryClient();
  const [began] = useState(Date.now);
  const missed = useRef(false);
  return useLive({
    onMail: () => mailCame(queries),
    onSeen: () => mailCame(queries),
    onNotification(record) {
      const { data: entry } = Entry.safeParse(record);
      if (entry === undefined) return;
      queries.setQueryData(
        notificationsQuery.queryKey,
        (entries) =>
          entries && [entry, ...entries.filter(({ name }) => name !== entry.name)].slice(0, recentNotifications),
      );
      // A list that is being fetched may not contain the notification yet.
      if (queries.getQueryState(notificationsQuery.queryKey)?.fetchStatus === "fetching")
        void queries.cancelQueries(notificationsQuery).then(() => queries.invalidateQueries(notificationsQuery));
      void documentsChanged(queries, entry.document_type);
    },
    onCatchUp() {
      // Anything may have changed meanwhile, also the user's role. The first time, most data has just been fetched.
      const all = missed.current || Date.now() - began > moment;
      const old = ({ state }: Query) => all || (state.dataUpdatedAt > 0 && state.dataUpdatedAt < began);
      void queries.invalidateQueries({ predicate: old });
      if (!all) void queries.invalidateQueries(notificationsQuery);
      missed.current = false;
    },
    onDown() {
      missed.current = true;
    },
  });
}
