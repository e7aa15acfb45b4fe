import { inbox, type TimelineEntry } from "@mayfly/contracts";
import { call } from "../../../data/api.ts";
import { absoluteTime } from "../../../data/relativeTime.ts";
import { Paper, View } from "./View.tsx";

const labels: Record<TimelineEntry["what"], string> = {
  connected: "Connected",
  tls: "Encryption",
  stored: "Stored",
  accepted: "Accepted",
  pushed: "Shown in open inboxes",
  webhook: "Webhook",
  opened: "Opened",
  claimed: "Claimed by a program",
  acknowledged: "Acknowledged",
};

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

interface Props {
  name: string;
  /** Whether it is in sight: each time it comes into sight, what has happened since is loaded. */
  shown: boolean;
}

/** What happened to the message, from the connection that brought it (row R09). */
export const DeliveryView = ({ name, shown }: Props) => (
  <View
    queryKey={["message", name, "timeline"]}
    queryFn={() => call(inbox.get_timeline, { name })}
    enabled={shown}
    staleTime={0}
    refetchOnWindowFocus
  >
    {(entries) => (
      <Paper label="Delivery" className="px-4 py-1">
        <ol className="divide-y divide-line">
          {entries.map((entry, index) => (
            <Entry key={index} {...entry} />
          ))}
        </ol>
      </Paper>
    )}
  </View>
);

const Entry = ({ what, creation, who, detail }: TimelineEntry) => (
  <li className="gap-4 py-2.5 sm:grid sm:grid-cols-[12rem_1fr]">
    <time dateTime={creation} title={absoluteTime(creation)} className="text-12 leading-5 text-ink-faint tabular-nums">
      {time.format(new Date(creation))}
    </time>
    <div className="min-w-0 wrap-anywhere">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{labels[what]}</span>{" "}
        {who !== null && (
          <bdi translate="no" className="min-w-0 font-mono text-12 text-ink-soft">
            {who}
          </bdi>
        )}
      </p>
      <p className="text-ink-soft">{detail}</p>
    </div>
  </li>
);
