import { clsx } from "clsx";
import { useNow } from "../../data/clock.ts";
import type { EmailRow } from "../../data/emails.ts";
import { endsSoon, expiryLabel, isCalledActive } from "../../data/expiry.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { Badge } from "../../ui/Badge.tsx";

/** What was switched off has not expired (row Y05). */
function statusOf({ deactivated }: EmailRow, active: boolean) {
  if (active) return addressTexts.active;
  return deactivated === 1 ? addressTexts.deactivated : addressTexts.expired;
}

/** Whether an address is active, and until when. */
export function EmailStatus({ email, renewing = false }: { email: EmailRow; renewing?: boolean }) {
  const now = useNow();
  const active = isCalledActive(email, now);
  // During a renewal, only the server knows the new expiry.
  const expiry = renewing || (!active && email.deactivated === 1) ? "" : expiryLabel(email, now);
  return (
    <span className="inline-flex max-w-full shrink-0 flex-wrap items-center gap-x-3">
      {expiry !== "" && (
        <span className={clsx("text-13", active && endsSoon(email, now) ? "text-amber-ink" : "text-ink-soft")}>
          {expiry}
        </span>
      )}
      <Badge tone={active ? "green" : "neutral"}>{statusOf(email, active)}</Badge>
    </span>
  );
}
