import { emailTexts } from "@mayfly/contracts";
import { Check } from "lucide-react";
import { Spinner } from "../../ui/Spinner.tsx";
import { emailScreenTexts } from "./texts.ts";
import type { Availability } from "./useAvailability.ts";

/** Why a prefix cannot be used, if there is a reason. */
export const prefixError = (availability: Availability) =>
  ({
    none: undefined,
    checking: undefined,
    available: undefined,
    invalid: emailTexts.prefixInvalid,
    unavailable: emailTexts.prefixTaken,
    failed: emailScreenTexts.availabilityFailed,
  })[availability];

/** Shown below a prefix without an error. Texts are in elements: React cannot remove one that a browser translated. */
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
