import { Badge } from "../../ui/Badge.tsx";
import { eventLabel } from "./webhooks.ts";

/** The kind of event, in words. */
export const EventBadge = ({ event }: { event: string }) => <Badge tone="blue">{eventLabel(event)}</Badge>;
