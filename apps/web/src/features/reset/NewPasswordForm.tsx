import { confirmation, confirmsPassword, passwordTexts, reset_user, resetTexts } from "@mayfly/contracts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { call, failureText } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { Link } from "../../parts/Link.tsx";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useRedirect } from "../../parts/page/useRedirect.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { TextLink } from "../../parts/TextLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { textShape } from "../../ui/TextButton.tsx";
import { Checklist } from "./Checklist.tsx";
import { resetScreenTexts } from "./texts.ts";

const { input } = reset_user.validate_otp;
const NewPassword = z
  .object({ password: input.shape.password, confirm_password: confirmation })
  .check(z.refine(confirmsPassword, { error: passwordTexts.mismatch, path: ["confirm_password"] }));

/** Sets a new password by the token of a link, which the call names `name` (requirement P47). */
export function NewPasswordForm({ id }: { id: string }) {
  useTitle("Forgot Password");
  const form = useSchemaForm(NewPassword, { password: "", confirm_password: "" });
  const password = useWatch({ control: form.control, name: "password" });
  const [failure, fail] = useFailure();
  const [done, setDone] = useState(false);
  const [end_keys, setEndKeys] = useState(true);
  useRedirect(done, paths.login);
  const busy = form.formState.isSubmitting;

  // A blank token makes the link invalid, whatever the passwords are (B103).
  const link = input.shape.name.safeParse(id);
  const checkLink = () => fail(link.success ? undefined : resetTexts.invalidLink);
  const submit = form.handleSubmit(async ({ password }) => {
    checkLink();
    if (!link.success) return;
    try {
      await call(reset_user.validate_otp, { name: link.data, password, end_keys });
      setDone(true);
    } catch (thrown) {
      fail(failureText(thrown));
    }
  }, checkLink);

  return (
    <EntryPage
      title="Set a new password"
      lead="Choose one you don't use anywhere else."
      aside={<TextLink to={paths.login}>{resetScreenTexts.backToLogin}</TextLink>}
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        {done && <Notice kind="success">{resetTexts.done}</Notice>}
        {failure !== undefined && (
          <Notice>
            {failure}{" "}
            {failure === resetTexts.invalidLink && (
              <Link to={paths.forgetPassword} className={textShape}>
                Request a new link
              </Link>
            )}
          </Notice>
        )}
        <div className="space-y-3">
          <FormField form={form} name="password" label="New password" confirmedBy="confirm_password">
            {(control) => <PasswordInput {...control} autoComplete="new-password" />}
          </FormField>
          <Checklist password={password} />
        </div>
        <FormField form={form} name="confirm_password" label="Confirm password">
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <Checkbox label={resetScreenTexts.endKeys} on={end_keys} onChange={setEndKeys} />
        <Button type="submit" look="primary" busy={busy} disabled={done} className="h-10 w-full">
          {resetScreenTexts.reset}
        </Button>
      </form>
    </EntryPage>
  );
}
