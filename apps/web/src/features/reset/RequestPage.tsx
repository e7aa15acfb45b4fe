import { reset_user, resetTexts } from "@mayfly/contracts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { call, failureText } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { useKnownEmail } from "../../data/useKnownEmail.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { TextLink } from "../../parts/TextLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { resetScreenTexts } from "./texts.ts";

const { input } = reset_user.reset_user_password;

/** Takes the focus, because the element that had it has gone with the form. */
const focusIt = (element: HTMLElement | null) => element?.focus();

export default function RequestPage() {
  useTitle("Forgot Password");
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm(input, { email: useKnownEmail() ?? "" });
  const email = useWatch({ control: form.control, name: "email" });
  const backToLogin = (
    <TextLink to={paths.login} state={{ email }}>
      {resetScreenTexts.backToLogin}
    </TextLink>
  );
  return sentTo === undefined ? (
    <EntryPage title="Forgot your password?" lead="We’ll send you a link to set a new one." aside={backToLogin}>
      <RequestForm form={form} onSent={setSentTo} />
    </EntryPage>
  ) : (
    <EntryPage title={resetScreenTexts.sent} lead={resetTexts.sentMessage} aside={backToLogin}>
      <p
        translate="no"
        role="status"
        tabIndex={-1}
        ref={focusIt}
        className="mb-5 rounded-base bg-sunken px-3 py-2.5 font-mono text-13 wrap-anywhere"
      >
        {sentTo}
      </p>
      <Button
        onClick={() => {
          form.reset({ email: "" });
          setSentTo(undefined);
        }}
        className="h-10 w-full"
      >
        {resetScreenTexts.tryAnother}
      </Button>
    </EntryPage>
  );
}

interface Props {
  form: ReturnType<typeof useSchemaForm<typeof input>>;
  onSent: (email: string) => void;
}

function RequestForm({ form, onSent }: Props) {
  const [failure, fail] = useFailure();
  const busy = form.formState.isSubmitting;

  const submit = form.handleSubmit(async (request) => {
    fail(undefined);
    try {
      await call(reset_user.reset_user_password, request);
      onSent(request.email);
    } catch (thrown) {
      fail(failureText(thrown));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {failure !== undefined && <Notice>{failure}</Notice>}
      <FormField form={form} name="email" label="Email">
        {(control) => (
          <Input {...control} autoFocus type="email" autoComplete="username" placeholder="you@company.com" />
        )}
      </FormField>
      <Button type="submit" look="primary" busy={busy} className="h-10 w-full">
        {resetScreenTexts.send}
      </Button>
    </form>
  );
}
