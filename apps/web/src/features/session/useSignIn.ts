import { Credentials, type StoredUser } from "@mayfly/contracts";
import { type SubmitEvent, useState } from "react";
import { signIn } from "./signIn.ts";

type Field = keyof typeof Credentials.shape;

interface Options {
  /** Who logs in, where that is not a field of the form. */
  usr?: string;
  /** Says why the login failed; undefined: no longer, because another begins. */
  fail: (why: string | undefined) => void;
  onRefused?: (form: HTMLFormElement) => void;
  onLogin: (user: StoredUser) => void;
}

/** A form with the fields of `Credentials`: what is wrong with each, and whether a login is under way. */
export function useSignIn({ usr, fail, onRefused, onLogin }: Options) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React passes what happens in a dialog on to the form that the dialog is opened from.
    event.stopPropagation();
    if (busy) return;
    const form = event.currentTarget;
    const parsed = Credentials.safeParse({
      ...Object.fromEntries(new FormData(form)),
      ...(usr !== undefined && { usr }),
    });
    fail(undefined);
    if (!parsed.success) {
      const found: typeof errors = {};
      for (const { path, message } of parsed.error.issues) found[path[0] as Field] ??= message;
      setErrors(found);
      (form.elements.namedItem("usr" in found && usr === undefined ? "usr" : "pwd") as HTMLInputElement).focus();
      return;
    }
    setBusy(true);
    const outcome = await signIn(parsed.data);
    setBusy(false);
    if (typeof outcome !== "string") return onLogin(outcome);
    fail(outcome);
    onRefused?.(form);
  }

  return { errors, busy, submit, clear: (field: Field) => setErrors(({ [field]: _, ...others }) => others) };
}
