import type { MailSummary } from "@mayfly/contracts";
import { Copy, ExternalLink, Globe, Lock, Tag } from "lucide-react";
import { useNow } from "../../data/clock.ts";
import type { EmailRow } from "../../data/emails.ts";
import { takesMail } from "../../data/expiry.ts";
import { inboxOf } from "../../data/links.ts";
import { mailTexts } from "../../data/texts/mail.ts";
import { AddressLink } from "../../parts/addresses/AddressLink.tsx";
import { copyEmail } from "../../parts/addresses/copyEmail.ts";
import { EmailStatus } from "../../parts/addresses/EmailStatus.tsx";
import { RelativeTime } from "../../parts/RelativeTime.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { iconShape } from "../../ui/iconShape.ts";
import { RowCheckbox } from "../../ui/RowCheckbox.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { EmailLabels } from "./EmailLabels.tsx";
import { emailScreenTexts } from "./texts.ts";
import type { EmailFilters } from "./useEmailFilters.ts";
import type { Selection } from "./useSelection.ts";
import { useToggle } from "./useToggle.ts";

interface Props {
  email: EmailRow;
  /** What has come to it; undefined: not known yet. */
  mail: MailSummary | undefined;
  /** Whether the user may change the address. */
  mine: boolean;
  selection: Selection;
  onFilter: (name: keyof EmailFilters, value: string) => void;
  /** Called when its tags and its note are to be changed. */
  onLabel: () => void;
}

const visibilities = {
  Private: { icon: Lock, hint: "Private: only its owner and administrators can read it" },
  Public: { icon: Globe, hint: "Public: everyone in the company can read it" },
} as const;

/** The name of `Display Name <address>`, or the address. */
const nameOf = (sender: string) => sender.replace(/\s*<[^<>]*>$/, "") || sender;

export function EmailCard({ email, mail, mine, selection, onFilter, onLabel }: Props) {
  const toggle = useToggle();
  const { icon: Visibility, hint } = visibilities[email.visibility];
  const now = useNow();
  const on = toggle.isPending ? toggle.variables.active : takesMail(email, now);
  return (
    <li className="flex gap-2 p-4">
      <RowCheckbox
        label={`Select ${email.email_name}`}
        disabled={!mine || !on}
        checked={selection.has(email.email_name)}
        onChange={(isChosen, isRange) => selection.choose(email.email_name, isChosen, isRange)}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-3 md:flex-row md:items-center">
        <div className="min-w-0 flex-1">
          <div className="flex gap-2">
            <AddressLink
              address={email.email_name}
              className="underline-offset-4 hover:underline max-md:whitespace-normal max-md:wrap-anywhere"
            />
            <Tooltip text={hint}>
              {/* As high as the first line of the address. */}
              <span className="grid h-5 shrink-0 place-items-center pointer-coarse:h-11">
                <Visibility role="img" aria-label={email.visibility} className="size-3.5 text-ink-faint" />
              </span>
            </Tooltip>
          </div>
          {/* As high while what has come is not known yet. */}
          <p className="flex min-h-5 flex-wrap gap-x-1.5 text-13 text-ink-faint">
            {mail !== undefined && <Mail mail={mail} />}
          </p>
          <p className="flex flex-wrap gap-x-1.5 text-13 text-ink-faint">
            {email.reason !== "" && (
              <span className="truncate max-md:whitespace-normal max-md:wrap-anywhere" dir="auto" title={email.reason}>
                {email.reason}
              </span>
            )}
            {!mine && (
              <span className="max-w-full shrink-0 truncate" title={email.owner}>
                by <span translate="no">{email.owner}</span>
              </span>
            )}
          </p>
          <EmailLabels email={email} onFilter={onFilter} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <EmailStatus email={email} renewing={toggle.isPending && toggle.variables.active} />
          <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
            <IconButton icon={Copy} label={`Copy ${email.email_name}`} onClick={() => copyEmail(email.email_name)} />
            {mine && <IconButton icon={Tag} label={emailScreenTexts.label(email.email_name)} onClick={onLabel} />}
            <Tooltip text="Open the inbox">
              <a
                href={inboxOf(email.email_name)}
                target="_blank"
                rel="noopener"
                aria-label={`Open the inbox of ${email.email_name}`}
                className={iconShape()}
              >
                <ExternalLink aria-hidden="true" className="size-4" />
              </a>
            </Tooltip>
            <div className="grid w-11 place-items-center">
              <Switch
                label={`${email.email_name} is active`}
                title={mine ? (on ? "Deactivate" : "Activate") : "Only its owner and administrators can change it"}
                on={on}
                onChange={(next) => toggle.mutate({ row: email, active: next })}
                disabled={!mine}
                busy={toggle.isPending}
              />
            </div>
          </div>
        </div>
      </div>
    </li>
  );
}

/** What has come to an address: how much is unread, and when the last mail came and from whom. */
function Mail({ mail: { unread, last } }: { mail: MailSummary }) {
  return (
    <>
      {unread > 0 && <span className="font-medium text-accent-ink">{emailScreenTexts.unread(unread)}</span>}
      {last === null ? (
        emailScreenTexts.noMail
      ) : (
        <>
          <RelativeTime instant={last.creation} />
          <bdi translate="no" className="min-w-0 grow basis-24 truncate">
            · {nameOf(last.sender) || mailTexts.unknownSender}
          </bdi>
        </>
      )}
    </>
  );
}
