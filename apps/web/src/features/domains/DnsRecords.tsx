import { type DnsRecord, type Domain, unicodeDomain } from "@mayfly/contracts";
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleX, Copy, type LucideIcon } from "lucide-react";
import { useId } from "react";
import { copy } from "../../data/clipboard.ts";
import { RelativeTime } from "../../parts/RelativeTime.tsx";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { toast } from "../../ui/toasts.ts";
import { domainScreenTexts } from "./texts.ts";
import type { Verify } from "./useVerify.ts";

interface Props {
  row: Domain;
  /** Undefined for users who may only read. */
  verify: Verify | undefined;
}

/** The records that the customer has to set in DNS, and what was found there. */
export function DnsRecords({ row, verify }: Props) {
  return (
    <div className="space-y-4 border-t border-line bg-sunken/50 p-4">
      <p className="text-13 text-ink-soft wrap-anywhere">
        Add these records at the DNS provider of <span translate="no">{unicodeDomain(row.domain_name)}</span>. If it
        appends an ending to every name, such as example.com, enter only the part before it: shop instead of
        shop.example.com, and @ instead of example.com.
      </p>
      <ul aria-label={`DNS records of ${unicodeDomain(row.domain_name)}`} className="space-y-3">
        {row.records.map((record) => (
          <RecordCard key={record.type} record={record} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-ink-faint">
          {row.checked === null ? (
            "Not checked yet"
          ) : (
            <>
              Last checked <RelativeTime instant={row.checked} />
            </>
          )}
        </p>
        {verify && row.is_verified === 1 && (
          <Button busy={verify.isPending} onClick={() => verify.mutate()}>
            Check records
          </Button>
        )}
      </div>
    </div>
  );
}

const purposes = { TXT: "Proves that the domain is yours", MX: "Routes its mail to us" } as const;

const statuses: Record<DnsRecord["status"], { text: string; tone: Tone; icon: LucideIcon }> = {
  unchecked: { text: "Not checked", tone: "neutral", icon: CircleDashed },
  found: { text: "Found", tone: "green", icon: CircleCheck },
  missing: { text: "Not found", tone: "red", icon: CircleX },
  outranked: { text: "Not first", tone: "amber", icon: CircleAlert },
  unanswered: { text: "No answer", tone: "amber", icon: CircleHelp },
};

function RecordCard({ record }: { record: DnsRecord }) {
  const { type, name, value, priority, status } = record;
  const { text, tone, icon } = statuses[status];
  return (
    <li aria-label={`${type} record`} className="rounded-base border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <span translate="no" className="font-mono text-13 font-medium">
          {type}
        </span>
        <span className="min-w-0 flex-1 text-13 text-ink-soft">{purposes[type]}</span>
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
      </div>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4rem]">
        <Value label="Name" text={name} of={type} />
        <Value label="Value" text={value} of={type} />
        {priority !== null && (
          <div>
            <dt className="text-12 text-ink-faint">Priority</dt>
            <dd translate="no" className="mt-1 font-mono text-13 tabular-nums">
              {priority}
            </dd>
          </div>
        )}
      </dl>
      <Seen record={record} />
    </li>
  );
}

function Value({ label, text, of }: { label: string; text: string; of: string }) {
  async function copyIt() {
    if (await copy(text)) toast.copied(domainScreenTexts.copied);
    else toast.error(domainScreenTexts.copyFailed);
  }
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-faint">{label}</dt>
      <dd className="mt-1 flex items-start gap-1">
        <span translate="no" className="min-w-0 font-mono text-13 break-all">
          {text}
        </span>
        <IconButton
          icon={Copy}
          label={`Copy the ${of} record's ${label.toLowerCase()}`}
          onClick={copyIt}
          className="-my-2"
        />
      </dd>
    </div>
  );
}

/** The records found instead of the wanted one, or those that outrank it. */
function Seen({ record: { type, name, status, seen } }: { record: DnsRecord }) {
  const label = useId();
  if (status === "unanswered") {
    return <p className="mt-3 text-13 text-ink-soft">The name servers did not answer. Try again in a few minutes.</p>;
  }
  if (status !== "missing" && status !== "outranked") return null;
  if (seen.length === 0) {
    return (
      <p className="mt-3 text-13 text-ink-soft wrap-anywhere">
        There is no {type} record at <span translate="no">{name}</span>.
      </p>
    );
  }
  return (
    <div className="mt-3 text-13 text-ink-soft">
      <p id={label}>
        {status === "missing"
          ? "Found instead:"
          : "Other servers get this mail first. Remove these records, or give them a higher number than ours:"}
      </p>
      <ul aria-labelledby={label} className="mt-1 space-y-1">
        {seen.map((text, at) => (
          <li translate="no" key={at} className="font-mono text-ink wrap-anywhere" dir="auto">
            {text === "" ? "(empty)" : text}
          </li>
        ))}
      </ul>
    </div>
  );
}
