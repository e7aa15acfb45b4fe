import { limits } from "@mayfly/contracts";
import { Dices } from "lucide-react";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { AvailabilityNote, prefixError } from "./AvailabilityNote.tsx";
import type { Availability } from "./useAvailability.ts";

interface Props {
  /** Kept as typed, so that the caret stays where it is; CSS shows it in lower case. */
  value: string;
  onValue: (value: string) => void;
  availability: Availability;
  /** What else is wrong with it. */
  error: string | undefined;
  /** Whether a random prefix is on its way. */
  filling: boolean;
  onFill: () => void;
}

/** What stands before the @ of a new address, typed or drawn at random. */
export const PrefixField = ({ value, onValue, availability, error, filling, onFill }: Props) => (
  <Field
    label="Prefix"
    error={prefixError(availability) ?? error}
    hint={<AvailabilityNote availability={availability} />}
    aside={
      <button
        type="button"
        onClick={onFill}
        aria-disabled={filling}
        className="inline-flex pointer-coarse:-my-3 pointer-coarse:h-11 items-center gap-1.5 align-bottom text-13 text-accent-ink underline-offset-4 hover:underline aria-disabled:opacity-50"
      >
        <Dices aria-hidden="true" className="size-3.5" />
        Random prefix
      </button>
    }
  >
    {(control) => (
      <Input
        {...control}
        code
        value={value}
        onChange={(event) => onValue(event.target.value)}
        maxLength={limits.prefixMax}
        placeholder="Optional"
        className="lowercase placeholder:font-sans placeholder:normal-case"
      />
    )}
  </Field>
);
