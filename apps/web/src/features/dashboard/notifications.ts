import { limits } from "@mayfly/contracts";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Connection } from "../../data/live.ts";
import { mailCame } from "../../data/mailCame.ts";
import { NotificationEntry, notificationsQuery } from "../../data/notifications.ts";
import { documentsChanged } from "../../data/queries.ts";
import { moment, useLive } from "../../data/useLive.ts";

/** Listens while the dashboard is shown: a notification goes to the top, and what it is about is fetched again. */
export function useLiveNotifications(): Connection {
  const queries = useQueryClient();
  const [began] = useState(Date.now);
  const missed = useRef(false);
  return useLive({
    onMail: () => mailCame(queries),
    onSeen: () => mailCame(queries),
    onDeleted: () => mailCame(queries),
    onNotification(record) {
      const { data: entry } = NotificationEntry.safeParse(record);
      if (entry === undefined) return;
      queries.setQueryData(
        notificationsQuery.queryKey,
        (entries) =>
          entries && [entry, ...entries.filter(({ name }) => name !== entry.name)].slice(0, limits.recentNotifications),
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
