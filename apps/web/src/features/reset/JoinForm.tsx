import { invitation, limits, otpTexts } from "@mayfly/contracts";
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { call, failureText } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { beginSession, storedUser } from "../../data/session.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { OtpInput } from "../../parts/forms/OtpInput.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { passwordHint } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { hasEnded, type Invited } from "./invited.ts";
import { joinTexts } from "./texts.ts";

const NewPassword = z.object({ password: invitation.accept_invitation.input.shape.password });

interface Props {
  token: string;
  invited: Invited;
  onEnded: () => void;
}

/** Chooses a password; for a copied link, then enters the code that is mailed. */
export function JoinForm({ token, invited, onEnded }: Props) {
  const navigate = useNavigate();
  const { company, email } = invited;
  const [failure, fail] = useFailure();
  const [password, setPassword] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);

  /** @returns whether the server has done what it was asked for */
  async function accept(given: { password: string; otp?: string }): Promise<boolean> {
    fail(undefined);
    setBusy(true);
    try {
      const { user } = await call(invitation.accept_invitation, { name: token, ...given });
      if (user == null) {
        setAsksCode(true);
      } else {
        beginSession(user);
        void navigate(paths.dashboard, { replace: true });
      }
      return true;
    } catch (thrown) {
      if (hasEnded(thrown)) onEnded();
      else fail(failureText(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const step = { busy, failure, email };
  return (
    <EntryPage title={joinTexts.join(company)} lead={asksCode ? <EnterCode email={email} /> : <Invites {...invited} />}>
      {asksCode ? (
        <CodeStep
          {...step}
          onCode={(otp) => accept({ password, otp })}
          onAgain={() => accept({ password })}
          onBack={() => {
            fail(undefined);
            setAsksCode(false);
          }}
        />
      ) : (
        <PasswordStep
          {...step}
          needsCode={invited.needs_code === 1}
          onPassword={(chosen) => {
            setPassword(chosen);
            return accept({ password: chosen });
          }}
        />
      )}
    </EntryPage>
  );
}

const Invites = ({ inviter, role }: Invited) => (
  <>
    <span translate="no" className="font-medium text-ink">
      {inviter}
    </span>{" "}
    has invited you to join as {role === "Administrator" ? "an Administrator" : "a Member"}.
  </>
);

const EnterCode = ({ email }: { email: string }) => (
  <>
    Enter the {limits.otpLength}-digit code that we sent to{" "}
    <span translate="no" className="font-medium text-ink">
      {email}
    </span>
    .
  </>
);

interface Step {
  busy: boolean;
  failure: string | undefined;
  email: string;
}

function PasswordStep({
  busy,
  failure,
  email,
  needsCode,
  onPassword,
}: Step & { needsCode: boolean; onPassword: (password: string) => Promise<boolean> }) {
  const form = useSchemaForm(NewPassword, { password: "" });
  const [signedIn] = useState(() => storedUser()?.email);
  const submit = form.handleSubmit(({ password }) => onPassword(password));
  return (
    <form noValidate onSubmit={busy ? (event) => event.preventDefault() : submit} className="space-y-5">
      {failure !== undefined && <Notice>{failure}</Notice>}
      {/* Not to be changed: password managers keep the password with it. */}
      <Field
        label="Email"
        hint={signedIn !== undefined && signedIn !== email ? joinTexts.signsOut(signedIn) : undefined}
      >
        {(control) => (
          <Input {...control} readOnly name="username" type="email" autoComplete="username" value={email} />
        )}
      </Field>
      <FormField form={form} name="password" label="Choose a password" hint={passwordHint}>
        {(control) => <PasswordInput {...control} autoFocus autoComplete="new-password" />}
      </FormField>
      {needsCode && <p className="text-13 text-ink-soft">{joinTexts.codeFollows}</p>}
      <Button type="submit" look="primary" busy={busy} className="h-10 w-full">
        {needsCode ? joinTexts.sendCode : joinTexts.submit}
      </Button>
    </form>
  );
}

function CodeStep({
  busy,
  failure,
  onCode,
  onAgain,
  onBack,
}: Step & {
  onCode: (otp: string) => Promise<boolean>;
  onAgain: () => Promise<boolean>;
  onBack: () => void;
}) {
  const [otp, setOtp] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [isSent, setSent] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const input = event.currentTarget.querySelector("input");
    setSent(false);
    if (otp.length !== limits.otpLength) {
      setWrong(otpTexts.invalidFormat);
      input?.focus();
    } else if (!(await onCode(otp))) {
      // Selects the code, so that the next key replaces it.
      input?.select();
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {isSent && <Notice kind="success">{otpTexts.sent}</Notice>}
      {failure !== undefined && <Notice>{failure}</Notice>}
      <Field label="Verification code" error={wrong}>
        {(control) => (
          <OtpInput
            control={control}
            value={otp}
            onValue={(value) => {
              setOtp(value);
              setWrong(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="h-10 w-full">
        {joinTexts.submit}
      </Button>
      <div className="flex flex-wrap gap-2">
        <Button
          off={busy}
          onClick={async () => {
            setOtp("");
            setSent(await onAgain());
          }}
        >
          {joinTexts.anotherCode}
        </Button>
        <Button look="ghost" onClick={onBack}>
          {joinTexts.back}
        </Button>
      </div>
    </form>
  );
}
