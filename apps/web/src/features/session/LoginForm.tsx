import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../data/paths.ts";
import { beginSession, destination, type LoginReason } from "../../data/session.ts";
import { useKnownEmail } from "../../data/useKnownEmail.ts";
import { Link } from "../../parts/Link.tsx";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { dismiss } from "../../ui/toasts.ts";
import { loginTexts } from "./texts.ts";
import { useSignIn } from "./useSignIn.ts";

/** One toast says why the login failed, beside the form (B19 to B21). */
const toastSlot = "login";

export function LoginForm() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const known = useKnownEmail();
  const [email, setEmail] = useState(known);
  const { ended } = (state ?? {}) as Partial<LoginReason>;
  const [failure, setFailure] = useState<string | undefined>(ended ? loginTexts.ended : undefined);
  const { errors, busy, submit, clear } = useSignIn({
    fail(why) {
      setFailure(why);
      if (why === undefined) dismiss(toastSlot);
      else raise(why, toastSlot);
    },
    onLogin(user) {
      beginSession(user);
      void navigate(destination(state), { replace: true });
    },
  });

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
