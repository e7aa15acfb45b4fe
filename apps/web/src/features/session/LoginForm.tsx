import { Credentials } from "@mayfly/contracts";
import { type SubmitEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../data/paths.ts";
import { raise } from "../../data/raise.ts";
import { destination, setArriving, storeUser, type Wanted } from "../../data/session.ts";
import { useKnownEmail } from "../../data/useKnownEmail.ts";
import { Link } from "../../parts/Link.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { dismiss } from "../../ui/toasts.ts";
import { signIn } from "./signIn.ts";
import { loginTexts } from "./texts.ts";

type Errors = Partial<Record<keyof typeof Credentials.shape, string>>;

/** One toast says why the login failed, beside the form (B19 to B21). */
const toastSlot = "login";

export function LoginForm() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [errors, setErrors] = useState<Errors>({});
  const known = useKnownEmail();
  const [email, setEmail] = useState(known);
  const { ended } = (state ?? {}) as Partial<Wanted>;
  const [failure, fail] = useState<string | undefined>(ended ? loginTexts.ended : undefined);
  const [busy, setBusy] = useState(false);

  const clear = (field: keyof Errors) => setErrors(({ [field]: _, ...others }) => others);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const parsed = Credentials.safeParse(Object.fromEntries(new FormData(form)));
    fail(undefined);
    dismiss(toastSlot);
    if (!parsed.success) {
      const found: Errors = {};
      for (const { path, message } of parsed.error.issues) found[path[0] as keyof Errors] ??= message;
      setErrors(found);
      (form.elements.namedItem("usr" in found ? "usr" : "pwd") as HTMLInputElement).focus();
      return;
    }
    setBusy(true);
    const outcome = await signIn(parsed.data);
    setBusy(false);
    if (typeof outcome === "string") {
      fail(outcome);
      raise(outcome, toastSlot);
      return;
    }
    storeUser(outcome);
    setArriving(true);
    void navigate(destination(state), { replace: true });
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {failure !== undefined && <Notice>{failure}</Notice>}
      <Field label="Email" error={errors.usr}>
        {(control) => (
          <Input
            {...control}
            name="usr"
            type="email"
            autoComplete="username"
            placeholder="you@company.com"
            defaultValue={known}
            autoFocus={!known}
            onChange={({ target }) => {
              setEmail(target.value);
              clear("usr");
            }}
          />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.pwd}
        aside={
          <Link
            to={paths.forgetPassword}
            state={{ email }}
            className="relative text-13 text-accent-ink pointer-coarse:before:absolute pointer-coarse:before:-inset-x-2 pointer-coarse:before:-top-4.5 pointer-coarse:before:-bottom-1.5 underline-offset-4 hover:underline"
          >
            {loginTexts.forgot}
          </Link>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="pwd"
            autoComplete="current-password"
            autoFocus={!!known}
            onChange={() => clear("pwd")}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="h-10 w-full">
        {busy ? loginTexts.submitting : loginTexts.submit}
      </Button>
    </form>
  );
}
