import { storeUser } from "../../data/session.ts";
import { sessionEndedTexts } from "../../data/texts/sessionEnded.ts";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { loginTexts } from "./texts.ts";
import { useSignIn } from "./useSignIn.ts";

interface Props extends Openable {
  /** Whose page it is: only this user can go on with it. */
  email: string;
  onLogin: () => void;
  onAnother: () => void;
}

/** Asks for the password over the page whose session has ended, so that nothing is lost that the user has typed there. */
export default function SessionEnded({ open, onOpenChange, ...form }: Props) {
  return (
    <Dialog
      title={sessionEndedTexts.title}
      description={
        <>
          Sign in as{" "}
          <span translate="no" className="font-medium text-ink">
            {form.email}
          </span>{" "}
          to continue where you left off. What you typed is still here.
        </>
      }
      open={open}
      onOpenChange={onOpenChange}
      firm
    >
      <PasswordForm {...form} />
    </Dialog>
  );
}

function PasswordForm({ email, onLogin, onAnother }: Omit<Props, keyof Openable>) {
  const [failure, fail] = useFailure();
  const { errors, busy, submit, clear } = useSignIn({
    usr: email,
    fail,
    onRefused: (form) => (form.elements.namedItem("pwd") as HTMLInputElement).select(),
    onLogin(user) {
      storeUser(user);
      onLogin();
    },
  });

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {failure !== undefined && <Notice>{failure}</Notice>}
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <Field label="Password" error={errors.pwd ?? errors.usr}>
        {(control) => (
          <PasswordInput
            {...control}
            name="pwd"
            autoComplete="current-password"
            autoFocus
            onChange={() => clear("pwd")}
          />
        )}
      </Field>
      <div className="flex flex-wrap-reverse justify-end gap-2">
        <Button onClick={onAnother}>{sessionEndedTexts.another}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? loginTexts.submitting : loginTexts.submit}
        </Button>
      </div>
    </form>
  );
}
