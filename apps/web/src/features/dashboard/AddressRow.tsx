import { emailTexts } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Copy } from "lucide-react";
import { Link } from "react-router-dom";
import { copy } from "../../clipboard.ts";
import { inboxOf } from "../../paths.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { toast } from "../../ui/toasts.ts";
import { endsSoon, expiryLabel, isActive } from "./expiry.ts";
import type { Address } from "./useAddresses.ts";

export function AddressRow({ address, now }: { address: Address; now: number }) {
  const active = isActive(address, now);

  async function copyAddress() {
    if (await copy(address.email_name)) toast.success(emailTexts.copied);
    else toast.error(emailTexts.copyFailed);
  }

  return (
    <li className="relative flex items-center gap-3 py-3 pr-2 pl-4 transition-colors hover:bg-sunken sm:gap-6">
      <div className="min-w-0 flex-1">
        <Link
          to={inboxOf(address.email_name)}
          title={address.email_name}
          className="block truncate font-mono text-13 before:absolute before:inset-0"
        >
          {address.email_name}
        </Link>
        <p className="flex flex-wrap gap-x-2 text-13 text-ink-faint">
          <span className={clsx("sm:hidden", active ? "text-accent-ink" : "text-ink-faint")}>
            {active ? emailTexts.active : emailTexts.expired}
          </span>
          {active && (
            <span className={clsx("sm:hidden", endsSoon(address, now) && "text-amber-ink")}>
              {expiryLabel(address, now)}
            </span>
          )}
          <span className="truncate" dir="auto">
            {address.reason}
          </span>
        </p>
      </div>
      <span
        className={clsx(
          "hidden w-32 shrink-0 text-right text-13 sm:block",
          active && endsSoon(address, now) ? "text-amber-ink" : "text-ink-soft",
        )}
      >
        {active && expiryLabel(address, now)}
      </span>
      <span
        className={clsx(
          "hidden w-18 shrink-0 rounded-full px-2 py-0.5 text-center text-12 font-medium sm:block",
          active ? "bg-accent-soft text-accent-ink" : "bg-sunken text-ink-faint",
        )}
      >
        {active ? emailTexts.active : emailTexts.expired}
      </span>
      <IconButton icon={Copy} label={`Copy ${address.email_name}`} className="relative" onClick={copyAddress} />
    </li>
  );
}
