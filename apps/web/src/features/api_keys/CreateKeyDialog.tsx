import { api_key } from "@mayfly/contracts";
import { call, failureText } from "../../data/api.ts";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { CreateKeyForm, type KeyFields, wrongNetwork } from "./CreateKeyForm.tsx";
import { NewKey } from "./NewKey.tsx";
import { apiKeyScreenTexts } from "./texts.ts";
import { useNewKey } from "./useNewKey.ts";

interface Props extends Openable {
  onCreated: () => void;
}

/** The form for a new key, and then the key. */
export function CreateKeyDialog({ open, onOpenChange, onCreated }: Props) {
  const [failure, fail] = useFailure();
  const create = useNewKey(
    (given: KeyFields) => call(api_key.create_api_key, given),
    (error, given) => {
      const text = failureText(error);
      // A text about a network is shown at its field.
      if (!wrongNetwork(text, given)) fail(text);
    },
  );
  const { key } = create;

  function show(open: boolean) {
    create.forget();
    fail(undefined);
    onOpenChange(open);
  }

  return (
    <Dialog
      title={key === undefined ? apiKeyScreenTexts.createTitle : apiKeyScreenTexts.createdTitle}
      open={open}
      onOpenChange={show}
      // While the key is being made as well: it would be made unseen.
      firm={create.isPending || key !== undefined}
    >
      {key === undefined ? (
        <CreateKeyForm
          failure={failure}
          busy={create.isPending}
          onSubmit={(given, refused) => {
            fail(undefined);
            create.mutate(given, { onSuccess: onCreated, onError: (error) => refused(failureText(error)) });
          }}
          onCancel={() => show(false)}
        />
      ) : (
        <NewKey value={key} onDone={() => show(false)} />
      )}
    </Dialog>
  );
}
