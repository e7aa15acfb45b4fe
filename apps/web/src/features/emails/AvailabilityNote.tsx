import { emailTexts } from "@mayfly/contracts";
import { Check } from "lucide-react";
import { Spinner } from "../../ui/Spinner.tsx";
import type { Availability } from "./useAvailability.ts";

/** What stands in the way of a prefix, if anything does. */
export const prefixError = (availability: Availability) =>
  ({
    none: undefined,
    checking: undefined,
    available: undefined,
    invalid: emailTexts.prefixInvalid,
    unavailable: emailTexts.prefixTaken,
    failed: emailTexts.availabilityFailed,
  })[availability];

/** Below the prefix, while nothing stands in its way. A bare text could not be taken off a page that a browser has translated. */
export function AvailabilityNote({ availability }: { availability: Availability }) {
  if (availability === "checking") {
    return (
      <span role="status" className="flex items-center gap-1.5">
        <Spinner className="size-3.5" />
        <span>Checking availability</span>
      </span>
    );
  }
  if (availability === "available") {
    return (
      <span role="status" className="flex items-center gap-1.5 text-accent-ink">
        <Check aria-hidden="true" className="size-3.5" />
        <span>Available</span>
      </span>
    );
  }
  return <p>Leave it blank for a random one.</p>;
}
