import type { ReactNode } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { Switch } from "../../ui/Switch.tsx";
import type { Notifications } from "./arrivals/useNotifications.ts";

interface Props extends Openable {
  notifications: Notifications;
  askForImages: boolean;
  onAskForImages: (ask: boolean) => void;
}

const hints = {
  default: "Your browser will ask for your permission.",
  granted: "Tells you about new mail while you are looking at something else.",
  denied: "Your browser blocks them. Allow notifications for this site in its settings first.",
  unsupported: "This browser does not support them.",
} as const;

/** Personal settings of the inbox, which this browser remembers. */
export default function OptionsDialog({ open, onOpenChange, notifications, askForImages, onAskForImages }: Props) {
  const { on, allowed, set } = notifications;
  return (
    <Dialog title="Inbox options" open={open} onOpenChange={onOpenChange}>
      <div className="divide-y divide-line">
        <Option label="Browser notifications" hint={hints[allowed]}>
          <Switch
            label="Browser notifications"
            on={on}
            disabled={allowed === "denied" || allowed === "unsupported"}
            onChange={(value) => void set(value)}
          />
        </Option>
        <Option
          label="Ask before loading images"
          hint="Images load through Mayfly and never from your device. Loading them can still tell a sender that a message was opened."
        >
          <Switch label="Ask before loading images" on={askForImages} onChange={onAskForImages} />
        </Option>
      </div>
    </Dialog>
  );
}

function Option({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-6 py-4 first:pt-0 last:pb-0">
      <div>
        <p className="font-medium">{label}</p>
        <p className="mt-0.5 text-13 text-ink-soft">{hint}</p>
      </div>
      {children}
    </div>
  );
}
