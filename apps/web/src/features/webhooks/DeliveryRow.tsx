import { type LoggedDelivery, type WebhookDelivery, webhookTexts } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../data/links.ts";
import { absoluteTime } from "../../data/relativeTime.ts";
import { RelativeTime } from "../../parts/RelativeTime.tsx";
import { TextLink } from "../../parts/TextLink.tsx";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { EventBadge } from "./EventBadge.tsx";
import { webhookScreenTexts } from "./texts.ts";
import { deliveryBodyQuery } from "./webhooks.ts";

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function statusOf({ status, attempts }: WebhookDelivery): { tone: Tone; text: string } {
  if (status === "delivered") return { tone: "green", text: "Delivered" };
  if (status === "failed") return { tone: "red", text: "Failed" };
  return attempts.length === 0 ? { tone: "neutral", text: "Waiting" } : { tone: "amber", text: "Retrying" };
}

/** Text as it went over the wire, in a box that scrolls, and so must be reachable by the keyboard. */
const Raw = ({ label, text }: { label: string; text: string }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    tabIndex={0}
    className="max-h-40 overflow-auto rounded-base bg-sunken focus-visible:-outline-offset-2"
  >
    <pre translate="no" className="px-2.5 py-2 font-mono text-12 whitespace-pre-wrap text-ink-soft wrap-anywhere">
      {text}
    </pre>
  </section>
);

interface Props {
  delivery: LoggedDelivery;
  /** Whether the webhook is enabled, so that a waiting delivery will be sent. */
  enabled: boolean;
  /** Undefined if the delivery cannot be sent again. */
  again: { send: () => void; busy: boolean } | undefined;
}

/** One delivery, and, once it is opened, what was sent and the outcome of each attempt. */
export function DeliveryRow({ delivery, enabled, again }: Props) {
  const { tone, text } = statusOf(delivery);
  const { attempts, next_attempt } = delivery;
  const count = attempts.at(-1)?.attempt ?? 0;
  const [open, setOpen] = useState(false);
  return (
    <li className="p-4">
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex list-none items-start gap-x-3 rounded-base [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="mt-1 size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            <span className="sm:w-20">
              <Badge tone={tone}>{text}</Badge>
            </span>
            <EventBadge event={delivery.event} />
            {delivery.test && <Badge tone="neutral">Test</Badge>}
            <span className="flex flex-1 justify-between gap-x-4 text-13 text-ink-soft tabular-nums max-sm:basis-full max-sm:justify-start">
              <span title={absoluteTime(delivery.creation)}>
                <RelativeTime instant={delivery.creation} />
              </span>
              <span>{count === 1 ? "1 attempt" : `${count} attempts`}</span>
            </span>
            <About delivery={delivery} />
          </span>
        </summary>
        <div className="mt-4 space-y-4 pl-7 max-sm:pl-0">
          <p className="text-13 text-ink-soft">
            ID{" "}
            <span translate="no" className="font-mono wrap-anywhere select-all">
              {delivery.name}
            </span>
          </p>
          {open && <Sent delivery={delivery} />}
          {attempts.length > 0 && (
            <ol aria-label="Attempts" className="divide-y divide-line rounded-base border border-line">
              {attempts.map(({ attempt, creation, status, duration, answer }) => (
                <li key={attempt} className="space-y-1.5 px-3 py-2.5 text-13">
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
                    <span className="text-ink-faint">#{attempt}</span>
                    <span className="font-medium">{status ?? "No answer"}</span>
                    <span className="text-ink-soft">{duration} ms</span>
                    <time dateTime={creation} className="text-ink-soft">
                      {time.format(new Date(creation))}
                    </time>
                  </div>
                  {answer !== "" && <Raw label={`Answer to attempt ${attempt}`} text={answer} />}
                </li>
              ))}
            </ol>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-13 text-ink-soft tabular-nums">
              {enabled && next_attempt !== null && `Next attempt ${time.format(new Date(next_attempt))}`}
            </p>
            {again && (
              <Button busy={again.busy} onClick={again.send}>
                Deliver again
              </Button>
            )}
          </div>
        </div>
      </details>
    </li>
  );
}

/** Which mail, address, domain or member the delivery is about. */
function About({ delivery: { about, subject } }: { delivery: LoggedDelivery }) {
  return (
    <span className="flex min-w-0 basis-full flex-wrap gap-x-3 text-13">
      {about === "" && <span className="text-ink-faint">{webhookTexts.messageGone}</span>}
      {subject !== "" && (
        <span dir="auto" title={subject} className="max-w-full truncate">
          {subject}
        </span>
      )}
      <span translate="no" title={about} className="max-w-full truncate font-mono text-ink-soft">
        {about}
      </span>
    </span>
  );
}

/** The body as it was sent, if it has been kept, and a link to the message. */
function Sent({ delivery }: { delivery: LoggedDelivery }) {
  const { data: body, error } = useQuery(deliveryBodyQuery(delivery));
  const { about, attempts, message } = delivery;
  return (
    <div className="space-y-1.5 text-13">
      <p className="flex flex-wrap gap-x-3 text-ink-soft">
        Body
        {message !== null && <TextLink to={messageOf(message, about)}>Open the message</TextLink>}
      </p>
      {body ? (
        <Raw label="Body" text={body} />
      ) : (
        <p className="text-ink-soft">
          {error !== null
            ? webhookScreenTexts.bodyFailed
            : body !== null
              ? "Loading"
              : attempts.length === 0
                ? webhookScreenTexts.bodyAhead
                : webhookScreenTexts.bodyGone}
        </p>
      )}
    </div>
  );
}
