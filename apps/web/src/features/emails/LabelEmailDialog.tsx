import { email, emailNote, emailTags, emailTexts, limits } from "@mayfly/contracts";
import { type SubmitEvent, useState } from "react";
import { call, failureText } from "../../data/api.ts";
import type { EmailRow } from "../../data/emails.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { useRaised } from "../../parts/forms/useRaised.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { Textarea } from "../../ui/Textarea.tsx";
import { toast } from "../../ui/toasts.ts";
import { emailScreenTexts } from "./texts.ts";

interface Props extends Openable {
  /** Whose tags and note; undefined before it is first opened. */
  row: EmailRow | undefined;
}

export default function LabelEmailDialog({ row, open, onOpenChange }: Props) {
  return (
    <Dialog title="Tags and Note" open={open} onOpenChange={onOpenChange}>
      {row && <LabelEmailForm row={row} onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function LabelEmailForm({ row, onClose }: { row: EmailRow; onClose: () => void }) {
  const { email_name, tags: before = [], note: noted = "" } = row;
  const changed = useChanged("Email");
  const [written, setWritten] = useState(before.join(", "));
  const [note, setNote] = useState(noted);
  const [tagsError, setTagsError] = useState<string>();
  const fail = useRaised();
  const noteError = emailNote.safeParse(note).error?.issues[0]?.message;
  const tags = written.split(/[\s,]+/).filter((tag) => tag !== "");

  const update = useAction({
    mutationFn: () => call(email.label_email, { email: email_name, tags, note }, { as: "form" }),
    onSuccess: () => toast.success(emailTexts.labelled),
    onError: (failure) => fail(failureText(failure)),
    // Without an answer, the server may have made the change all the same.
    onSettled: () => void changed(),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    fail(undefined);
    const wrong = emailTags.safeParse(tags).error?.issues[0]?.message;
    setTagsError(wrong);
    if (wrong === undefined && noteError === undefined) return update.mutate(undefined, { onSuccess: onClose });
    const field = event.currentTarget.elements.namedItem(wrong === undefined ? "note" : "tags");
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <p translate="no" className="font-medium wrap-anywhere">
        {email_name}
      </p>
      <Field label="Tags" error={tagsError} hint={emailScreenTexts.tagsHint} keepHint>
        {(control) => (
          <Input
            {...control}
            name="tags"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={written}
            onChange={(event) => setWritten(event.target.value)}
          />
        )}
      </Field>
      <Field label="Note" error={noteError} note={note === "" ? "Optional" : `${[...note].length}/${limits.noteMax}`}>
        {(control) => (
          <Textarea
            {...control}
            name="note"
            of="prose"
            rows={4}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
