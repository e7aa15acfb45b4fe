import { type Domain, domainTexts, unicodeDomain } from "@mayfly/contracts";
import { clsx } from "clsx";
import { ChevronDown, Lock, Trash2 } from "lucide-react";
import { useId } from "react";
import { DomainName } from "../../parts/addresses/DomainName.tsx";
import { raise } from "../../parts/toasts/raise.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { handFocusOn } from "../../ui/handFocusOn.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { DnsRecords } from "./DnsRecords.tsx";
import { activeAddresses } from "./domains.ts";
import { domainScreenTexts } from "./texts.ts";
import { useVerify } from "./useVerify.ts";

interface Props {
  row: Domain;
  /** Whether the row shows its DNS records. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Undefined for users who may only read. */
  onRemove: (() => void) | undefined;
}

export function DomainRow({ row, open, onOpenChange, onRemove }: Props) {
  const panel = useId();
  const name = unicodeDomain(row.domain_name);
  const verify = useVerify(row, () => onOpenChange(true));
  const { text, tone } = labelOf(row);
  const warning = warningOf(row);
  const administrator = onRemove !== undefined;
  return (
    <li>
      <div
        className={clsx(
          "flex gap-x-6 gap-y-3 p-4",
          row.is_default === 0 ? "flex-col md:flex-row md:items-center" : "items-center",
        )}
      >
        <div className="min-w-0 flex-1 space-y-1">
          <div className="flex flex-wrap items-center gap-2">
            <p translate="no" className="min-w-0 font-mono text-13 font-medium wrap-anywhere">
              <DomainName domain={row.domain_name} />
            </p>
            <Badge tone={tone}>{text}</Badge>
          </div>
          <p className={`text-13 wrap-anywhere ${warning === undefined ? "text-ink-faint" : "text-amber-ink"}`}>
            {warning ?? aboutOf(row)}
          </p>
        </div>
        <div className="flex items-center gap-1 md:-mr-2.5">
          {administrator && row.is_verified === 0 && (
            <Button
              ref={handFocusOn}
              className="mr-1"
              aria-label={`Verify ${name}`}
              busy={verify.isPending}
              onClick={() => verify.mutate()}
            >
              Verify
            </Button>
          )}
          {row.is_default === 0 && (
            <Button
              look="ghost"
              className="max-md:first:-ml-3.5"
              aria-expanded={open}
              aria-controls={panel}
              aria-label={`DNS records of ${name}`}
              onClick={() => onOpenChange(!open)}
            >
              DNS records
              <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${open ? "rotate-180" : ""}`} />
            </Button>
          )}
          {administrator && row.is_default === 0 && (
            <IconButton icon={Trash2} label={`Delete ${name}`} className="max-md:ml-auto" onClick={onRemove} />
          )}
          {administrator && row.is_default === 1 && (
            <IconButton
              icon={Lock}
              label={domainTexts.defaultRemove}
              aria-disabled="true"
              className="cursor-default text-ink-faint"
              onClick={() => raise(domainTexts.defaultRemove)}
            />
          )}
        </div>
      </div>
      {open && row.is_default === 0 && (
        <div id={panel}>
          <DnsRecords row={row} verify={administrator ? verify : undefined} />
        </div>
      )}
    </li>
  );
}

function labelOf({ is_default, is_verified }: Domain): { text: string; tone: Tone } {
  if (is_default === 1) return { text: domainScreenTexts.default, tone: "neutral" };
  return is_verified === 1
    ? { text: domainScreenTexts.isVerified, tone: "green" }
    : { text: domainScreenTexts.isUnverified, tone: "amber" };
}

const day = (instant: string) => new Date(instant).toLocaleDateString(undefined, { dateStyle: "medium" });

function warningOf({ is_verified, failing_since, unverified_on, mx_found }: Domain): string | undefined {
  if (is_verified === 0) return undefined;
  if (failing_since !== null && unverified_on !== null) {
    return `TXT record not found since ${day(failing_since)}. Becomes unverified on ${day(unverified_on)}.`;
  }
  return mx_found === 1 ? undefined : domainTexts.mailElsewhere;
}

function aboutOf({ is_default, creation, owner, active_emails }: Domain): string {
  if (is_default === 1 || creation === null) return "Provided by Mayfly, ready to use";
  const added = `Added ${day(creation)} by ${owner}`;
  return active_emails === 0 ? added : `${added} · ${activeAddresses(active_emails)}`;
}
