import { FirstView, firstViewId, limits } from "@mayfly/contracts";
import type { QueryClient } from "@tanstack/react-query";
import { hearTime } from "./clock.ts";
import { EmailRows, emailsQuery } from "./emails.ts";
import { NotificationEntries, notificationsQuery } from "./notifications.ts";
import { dashboardStatusKey, firstPageKey, planKey, profileKey, statsKey } from "./queries.ts";

/** The data that came with the page, for the first caller only: later screens, and other users, load fresh data. */
export function takeFirstView(): FirstView | undefined {
  const element = document.getElementById(firstViewId);
  if (element === null) return undefined;
  element.remove();
  const view = FirstView.parse(JSON.parse(element.textContent));
  hearTime(view.now);
  return view;
}

/** Puts it where the screen looks for the answers of its first calls. */
export function keepFirstView(queries: QueryClient, { profile, stats, inbox, dashboard }: FirstView) {
  queries.setQueryData(profileKey, profile);
  queries.setQueryData(statsKey, stats);
  if (inbox !== undefined) queries.setQueryData(firstPageKey(inbox.address), inbox.page);
  if (dashboard === undefined) return;
  queries.setQueryData(planKey, dashboard.plan);
  queries.setQueryData(dashboardStatusKey, dashboard.status);
  const recent = { search: "", start: 0, length: limits.recentEmails };
  queries.setQueryData(emailsQuery(recent).queryKey, EmailRows.parse(dashboard.emails));
  queries.setQueryData(notificationsQuery.queryKey, NotificationEntries.parse(dashboard.notifications));
}
