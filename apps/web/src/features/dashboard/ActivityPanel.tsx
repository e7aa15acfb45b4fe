import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Bell, Code, Globe, type LucideIcon, Mail, Users, Webhook } from "lucide-react";
import { failureText } from "../../data/api.ts";
import { type NotificationEntry, notificationsQuery } from "../../data/notifications.ts";
import { cut, plainText } from "../../data/preview.ts";
import { RelativeTime } from "../../parts/RelativeTime.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { notificationDescription } from "./limits.ts";
import { Panel } from "./Panel.tsx";

const icons: Record<string, LucideIcon> = {
  Email: Mail,
  Domain: Globe,
  Webhook,
  Member: Users,
  "API Key": Code,
};

export function ActivityPanel() {
  const { data: entries, error, refetch } = useQuery(notificationsQuery);
  return (
    <Panel title="Recent Activity Changes">
      <section
        aria-label="Activity"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        // With nothing in it, as tall as its words (row Y16).
        className={clsx("overflow-y-auto focus-visible:-outline-offset-2", entries?.length !== 0 && "h-125")}
      >
        {list()}
      </section>
    </Panel>
  );

  function list() {
    if (entries === undefined) {
      if (error !== null)
        return (
          <div className="grid h-full content-center">
            <ErrorState text={failureText(error)} onRetry={() => refetch()} />
          </div>
        );
      return <SkeletonList rows={7} />;
    }
    if (entries.length === 0) {
      return (
        <EmptyState
          icon={Bell}
          title="No activity yet"
          hint="What happens to your addresses and your team shows up here."
        />
      );
    }
    return (
      <ul aria-label="Activity" className="divide-y divide-line">
        {entries.map((entry) => (
          <Activity key={entry.name} entry={entry} />
        ))}
      </ul>
    );
  }
}

function Activity({ entry }: { entry: NotificationEntry }) {
  const Icon = icons[entry.document_type] ?? Bell;
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
        <Icon aria-hidden="true" className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        {/* With large text, the time takes a line of its own. */}
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-w-0 grow basis-24 font-medium wrap-anywhere">{plainText(entry.subject)}</p>
          <p className="text-12 text-ink-faint">
            <RelativeTime instant={entry.creation} />
          </p>
        </div>
        <p className="text-13 text-ink-soft wrap-anywhere">
          {cut(plainText(entry.email_content), notificationDescription)}
        </p>
      </div>
    </li>
  );
}
