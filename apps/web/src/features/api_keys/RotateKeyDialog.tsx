import { type ApiKey, api_key } from "@mayfly/contracts";
import { type SubmitEvent, useState } from "react";
import { call, failureText, isGone } from "../../data/api.ts";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { Select } from "../../ui/Select.tsx";
import { KeyName } from "./KeyName.tsx";
import { overlapHours, usualOverlapHours } from "./limits.ts";
import { NewKey } from "./NewKey.tsx";
import { apiKeyScreenTexts } from "./texts.ts";
import { useNewKey } from "./useNewKey.ts";

const overlapText = (hours: number) =>
  hours === 0 ? "Not at all (stops immediately)" : hours === 1 ? "1 hour" : `${hours} hours`;

interface Props extends Openable {
  /** The last one that was to be rotated, while the dialog is closed. */
  rotated: ApiKey | undefined;
  onRotated: () => void;
}

/** Asks how long the old key is to work on, and then shows the new one. */
export function RotateKeyDialog({ rotated, open, onOpenChange, onRotated }: Props) {
  const [failure, fail] = useFailure();
  const [hours, setHours] = useState<number>(usualOverlapHours);
  const rotate = useNewKey(
    (name: string) => call(api_key.rotate_api_key, { name, overlap: hours * 3600 }),
    // For a key that is gone, the dialog closes.
    (error) => (isGone(error) ? raise : fail)(failureText(error)),
  );
  const { key } = rotate;

  function show(open: boolean) {
    rotate.forget();
    fail(undefined);
    setHours(usualOverlapHours);
    onOpenChange(open);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (rotated === undefined || rotate.isPending) return;
    fail(undefined);
    rotate.mutate(rotated.name, {
      onSuccess: onRotated,
      onError: (error) => isGone(error) && onOpenChange(false),
    });
  }

  return (
    <Dialog
      title={key === undefined ? apiKeyScreenTexts.rotateTitle : apiKeyScreenTexts.createdTitle}
      description={key === undefined ? apiKeyScreenTexts.rotateAbout : undefined}
      open={open}
      onOpenChange={show}
      firm={rotate.isPending || key !== undefined}
    >
      {key === undefined ? (
        <form onSubmit={submit} className="space-y-5">
          {failure !== undefined && <Notice>{failure}</Notice>}
          {rotated !== undefined && <KeyName row={rotated} />}
          <Field label={apiKeyScreenTexts.overlap}>
            {(control) => (
              <Select {...control} autoFocus value={hours} onChange={({ target }) => setHours(Number(target.value))}>
                {overlapHours.map((each) => (
                  <option key={each} value={each}>
                    {overlapText(each)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="flex justify-end gap-2">
            <Button off={rotate.isPending} onClick={() => show(false)}>
              Cancel
            </Button>
            <Button type="submit" look="primary" busy={rotate.isPending}>
              {apiKeyScreenTexts.rotate}
            </Button>
          </div>
        </form>
      ) : (
        <NewKey value={key} onDone={() => show(false)} />
      )}
    </Dialog>
  );
}
