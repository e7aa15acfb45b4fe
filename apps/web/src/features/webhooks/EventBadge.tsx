import { webhookEvents } from "@mayfly/contracts";
import { Badge } from "../../ui/Badge.tsx";

/** The kind of event, in words. */
export function EventBadge({ event }: { event: string }) {
  return (
    <Badge tone="blue">
      {event in webhookEvents ? webhookEvents[event as keyof typeof webhookEvents].label : event}
    </Badge>
  );
}
