import { domainLine, type Webhook } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Copy, History, Pencil, Trash2 } from "lucide-react";
import { useId } from "react";
import { webhookOf } from "../../data/links.ts";
import { Link } from "../../parts/Link.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { iconShape } from "../../ui/iconShape.ts";
import { Switch } from "../../ui/Switch.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { EventBadge } from "./EventBadge.tsx";
import { useCopySecret } from "./secret.ts";
import { webhookScreenTexts } from "./texts.ts";
import { useToggle } from "./webhooks.ts";

interface Props {
  row: Webhook;
  /** What an Administrator can do; without `edit`, only disable and delete. Undefined for other roles. */
  actions: { edit: (() => void) | undefined; remove: () => void } | undefined;
}

export function WebhookRow({ row, actions }: Props) {
  const copySecret = useCopySecret();
  const copies = useId();
  const toggle = useToggle();
  const about = [domainLine(row.domain ?? ""), row.description].filter(Boolean).join(" \u00b7 ");
  // Dimmed only so far that everybody can still read the text.
  const dimmed = row.enabled === 0 && "opacity-80";
  return (
    <li
      className={clsx(
        "relative flex flex-col gap-x-6 gap-y-3 p-4 sm:flex-row sm:items-center",
        actions && "transition-colors hover:bg-sunken",
      )}
    >
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-center gap-2">
          <p translate="no" className={clsx("font-mono text-13 font-medium", dimmed)}>
            {actions ? (
              // This button covers the whole row; the controls and the selectable text lie above it.
              <button
                type="button"
                aria-describedby={copies}
                onClick={() => copySecret(true)}
                className="text-left after:absolute after:inset-0"
              >
                {row.name}
              </button>
            ) : (
              row.name
            )}
          </p>
          <EventBadge event={row.event} />
          {row.paused !== null && <Badge tone="red">Paused</Badge>}
          {row.paused === null && row.enabled === 0 && <Badge tone="neutral">Inactive</Badge>}
          {row.enabled === 1 && row.failing_since !== null && <Badge tone="amber">Failing</Badge>}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button is there for the keyboard */}
        <div
          className="relative space-y-1"
          // A user who drags over the text to select it does not want the secret in the clipboard.
          onClick={actions && (() => getSelection()?.isCollapsed && copySecret(true))}
        >
          <p
            translate="no"
            className={clsx(
              "truncate font-mono text-13 text-ink-soft max-sm:line-clamp-2 max-sm:whitespace-normal max-sm:wrap-anywhere",
              dimmed,
            )}
            title={row.url}
          >
            {row.url}
          </p>
          {about !== "" && (
            <p
              className={clsx("truncate text-13 text-ink-soft max-md:whitespace-normal max-md:wrap-anywhere", dimmed)}
              dir="auto"
              title={about}
            >
              {about}
            </p>
          )}
          {actions && (
            <p id={copies} className="flex items-center gap-1.5 text-12 text-ink-soft">
              <Copy aria-hidden="true" className="size-3 shrink-0" />
              {webhookScreenTexts.rowCopies}
            </p>
          )}
        </div>
      </div>
      {actions && (
        <div className="relative flex items-center justify-end gap-1">
          <Tooltip text="Deliveries">
            <Link to={webhookOf(row.name)} aria-label={`Deliveries of ${row.name}`} className={iconShape()}>
              <History aria-hidden="true" className="size-4" />
            </Link>
          </Tooltip>
          {actions.edit && <IconButton icon={Pencil} label={`Edit ${row.name}`} onClick={actions.edit} />}
          <IconButton icon={Trash2} label={`Delete ${row.name}`} onClick={actions.remove} />
          <div className="grid w-11 place-items-center">
            <Switch
              label={`${row.name} is enabled`}
              title={row.enabled === 1 ? "Deactivate" : "Activate"}
              on={row.enabled === 1}
              disabled={actions.edit === undefined && row.enabled === 0}
              onChange={() => toggle.mutate(row)}
            />
          </div>
        </div>
      )}
    </li>
  );
}
