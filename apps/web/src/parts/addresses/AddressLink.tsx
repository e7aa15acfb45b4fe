import { unicodeAddress } from "@mayfly/contracts";
import { clsx } from "clsx";
import { inboxOf } from "../../data/links.ts";

/** An address, which opens its inbox in a tab of its own. */
export function AddressLink({ address, className }: { address: string; className: string }) {
  return (
    <a
      translate="no"
      href={inboxOf(address)}
      target="_blank"
      rel="noopener"
      title={address}
      className={clsx("min-w-0 truncate font-mono text-13 pointer-coarse:py-3", className)}
    >
      {unicodeAddress(address)}
    </a>
  );
}
