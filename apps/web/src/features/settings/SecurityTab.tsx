import { brokenRules, setting, settingTexts } from "@mayfly/contracts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { call } from "../../data/api.ts";
import { useOwnEmail } from "../../data/profile.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { toast } from "../../ui/toasts.ts";
import { Card } from "./Card.tsx";
import { failureOf } from "./failureOf.ts";
import { PasswordStrength } from "./PasswordStrength.tsx";
import { settingScreenTexts } from "./texts.ts";

const failures = {
  failed: settingScreenTexts.passwordFailed,
  network: settingScreenTexts.passwordNetwork,
  thrown: settingScreenTexts.passwordThrown,
};
const blank = { current_password: "", new_password: "", confirm_password: "" };

export function SecurityTab() {
  const form = useSchemaForm(setting.update_password.input, blank);
  const typed = useWatch({ control: form.control });
  const [failure, fail] = useFailure();
  const [end_keys, setEndKeys] = useState(false);
  const email = useOwnEmail();
  const busy = form.formState.isSubmitting;
  const wrong = form.formState.errors.new_password;
  // For a broken rule, PasswordStrength says what is missing; the field itself shows any other error.
  const weak = wrong !== undefined && brokenRules(typed.new_password ?? "").length > 0;

  const submit = form.handleSubmit(async (passwords) => {
    fail(undefined);
    try {
      await call(setting.update_password, { ...passwords, end_keys }, { as: "form" });
      form.reset();
      setEndKeys(false);
      toast.success(settingTexts.passwordUpdated);
    } catch (thrown) {
      const text = failureOf(thrown, failures);
      fail(text);
      if (text.includes(settingTexts.wrongCurrent)) {
        form.setError("current_password", { message: settingTexts.wrongCurrent }, { shouldFocus: true });
      }
    }
  });

  return (
    <form noValidate onSubmit={submit} onChange={() => fail(undefined)}>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Card
        title="Password"
        about="A new password ends your sessions on other devices."
        action={
          <Button
            type="submit"
            look="primary"
            busy={busy}
            off={!typed.current_password || !typed.new_password || !typed.confirm_password}
          >
            Update password
          </Button>
        }
      >
        <div className="space-y-5 p-5">
          {failure !== undefined && <Notice>{failure}</Notice>}
          <FormField form={form} name="current_password" label="Current password">
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
          <Field
            label="New password"
            error={weak ? undefined : wrong?.message}
            hint={typed.new_password ? <PasswordStrength password={typed.new_password} wrong={weak} /> : undefined}
          >
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("new_password", {
                  onChange: () => form.clearErrors(["new_password", "confirm_password"]),
                })}
                aria-invalid={wrong !== undefined || undefined}
                autoComplete="new-password"
              />
            )}
          </Field>
          <FormField form={form} name="confirm_password" label="Confirm new password">
            {(control) => <PasswordInput {...control} autoComplete="new-password" />}
          </FormField>
          <Checkbox label={settingScreenTexts.endKeys} on={end_keys} onChange={setEndKeys} />
        </div>
      </Card>
    </form>
  );
}
