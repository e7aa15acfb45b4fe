import { Globe, Mail, MailCheck, Users } from "lucide-react";
import { failureText } from "../../data/api.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { useDashboardStatus } from "./useDashboardStatus.ts";

const cards = [
  { key: "total_emails", label: "Total Emails", icon: Mail },
  { key: "active_emails", label: "Active Emails", icon: MailCheck },
  { key: "team_members", label: "Team Members", icon: Users },
  { key: "domains", label: "Domains", icon: Globe },
] as const;

export function StatCards() {
  const { data, error, refetch } = useDashboardStatus();
  if (data === undefined && error !== null) {
    return (
      <Notice>
        {failureText(error)} <TextButton onClick={() => refetch()}>Try again</TextButton>
      </Notice>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-3 max-[18rem]:grid-cols-1 lg:grid-cols-4 lg:gap-4">
      {cards.map(({ key, label, icon: Icon }) => (
        <div key={key} className="rounded-card border border-line bg-surface p-4">
          <dt className="flex items-center justify-between gap-2 text-13 text-ink-soft">
            {label}
            <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          </dt>
          <dd className="mt-2 flow-root text-28 font-semibold tracking-tight tabular-nums">
            {data === undefined ? <Skeleton className="my-1 h-7 w-12" /> : data[key].toLocaleString("en")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
