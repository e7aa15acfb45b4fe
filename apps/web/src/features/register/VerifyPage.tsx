import { limits, otpTexts, register } from "@mayfly/contracts";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { call, failureText } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { useKnownEmail } from "../../data/useKnownEmail.ts";
import { OtpInput } from "../../parts/forms/OtpInput.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useParameter } from "../../parts/page/useParameter.ts";
import { useRedirect } from "../../parts/page/useRedirect.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { dropDraft } from "./draft.ts";
import { signupRequest } from "./signupRequest.ts";
import { otpScreenTexts } from "./texts.ts";
import { useCountdown } from "./useCountdown.ts";

/** Needs a request in the URL: one that is merely stored does not count (requirement P129). */
export default function VerifyPage() {
  useTitle("Verify OTP");
  const request = useParameter("signup_request");
  return request ? <Verification key={request} request={request} /> : <Navigate to={paths.register} replace />;
}

function Verification({ request }: { request: string }) {
  const navigate = useNavigate();
  const email = useKnownEmail();
  const form = useRef<HTMLFormElement>(null);
  const [otp, setOtp] = useState("");
  const [wrong, setWrong] = useState<string>();
  // Asked for only when the server says that the registration was begun in another browser.
  const [asksPassword, setAsksPassword] = useState(false);
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState(false);
  const [failure, fail] = useFailure();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState<"verify" | "resend">();
  const [verified, setVerified] = useState(false);
  const [wait, waitAgain] = useCountdown(limits.otpResendWait);
  useRedirect(verified, paths.login, email);
  useEffect(() => signupRequest.write(request), [request]);

  /** Calls the server about the page's request, if one is stored (P130), and shows any failure. @returns its text */
  async function ask(what: "verify" | "resend", question: () => Promise<unknown>): Promise<string | undefined> {
    setSent(false);
    fail(undefined);
    if (signupRequest.read() === null) {
      fail(otpTexts.invalidRequest);
      return otpTexts.invalidRequest;
    }
    setBusy(what);
    try {
      await question();
      return undefined;
    } catch (failure) {
      const text = failureText(failure);
      fail(text);
      return text;
    } finally {
      setBusy(undefined);
    }
  }

  async function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy !== undefined || verified) return;
    const input = event.currentTarget.querySelector("input");
    if (otp.length !== limits.otpLength) {
      setWrong(otpTexts.invalidFormat);
      input?.focus();
      return;
    }
    const given = { signup_request: request, otp, ...(asksPassword && password !== "" && { password }) };
    const refusal = await ask("verify", () => call(register.verify_otp, given));
    if (refusal === undefined) {
      signupRequest.write(null);
      dropDraft();
      setVerified(true);
    } else if (refusal === otpTexts.otherBrowser) {
      setAsksPassword(true);
    } else {
      setRefused(true);
      // Selects the code, so that the next key replaces it.
      input?.select();
    }
  }

  async function resend() {
    const refusal = await ask("resend", () => call(register.resend_otp, { signup_request: request }));
    if (refusal !== undefined) return;
    waitAgain();
    setSent(true);
    setOtp("");
    setRefused(false);
    form.current?.querySelector("input")?.focus();
  }

  return (
    <EntryPage
      title="Verify your email"
      lead={
        <>
          Enter the {limits.otpLength}-digit code that we sent to{" "}
          {email === undefined ? (
            "your email"
          ) : (
            <span translate="no" className="font-medium text-ink">
              {email}
            </span>
          )}
          .
        </>
      }
      aside={
        <button
          type="button"
          onClick={() => {
            signupRequest.write(null);
            void navigate(paths.register);
          }}
          className="font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {otpScreenTexts.backToRegistration}
        </button>
      }
    >
      <form ref={form} noValidate onSubmit={verify} className="space-y-5">
        {verified && <Notice kind="success">{otpTexts.verified}</Notice>}
        {sent && <Notice kind="success">{otpTexts.sent}</Notice>}
        {failure !== undefined && <Notice>{failure}</Notice>}
        <Field label="Verification code" error={wrong}>
          {(control) => (
            <OtpInput
              control={refused ? { ...control, "aria-invalid": true } : control}
              value={otp}
              onValue={(value) => {
                setOtp(value);
                setWrong(undefined);
                setRefused(false);
              }}
            />
          )}
        </Field>
        {asksPassword && (
          <Field label="Password">
            {(control) => (
              <PasswordInput
                {...control}
                autoFocus
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
        <Button type="submit" look="primary" busy={busy === "verify"} disabled={verified} className="h-10 w-full">
          {otpScreenTexts.verify}
        </Button>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-soft">
          <Button disabled={wait > 0 || busy === "verify" || verified} busy={busy === "resend"} onClick={resend}>
            {otpScreenTexts.resend}
          </Button>
          {wait > 0 && !verified && (
            <span className="tabular-nums">{`in ${wait} ${wait === 1 ? "second" : "seconds"}`}</span>
          )}
        </div>
      </form>
    </EntryPage>
  );
}
