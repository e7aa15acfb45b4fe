import type { PersonalDetails } from "@mayfly/contracts";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { input, output } from "zod/mini";
import { paths } from "../../data/paths.ts";
import { FormField } from "../../parts/forms/form.tsx";
import { Link } from "../../parts/Link.tsx";
import { passwordHint } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { Input } from "../../ui/Input.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { registerScreenTexts } from "./texts.ts";

interface Props {
  form: UseFormReturn<input<typeof PersonalDetails>, unknown, output<typeof PersonalDetails>>;
  onNext: () => Promise<void>;
  /** What the server said about the form as a whole. */
  notice: ReactNode;
}

export function PersonalStep({ form, onNext, notice }: Props) {
  return (
    <form
      noValidate
      aria-label={registerScreenTexts.personal}
      onSubmit={form.handleSubmit(onNext)}
      className="space-y-5"
    >
      {notice}
      <FormField form={form} name="full_name" label="Full name">
        {(control) => <Input {...control} autoComplete="name" />}
      </FormField>
      <FormField form={form} name="email_address" label="Email">
        {(control) => <Input {...control} type="email" autoComplete="email" placeholder="you@company.com" />}
      </FormField>
      <FormField form={form} name="post" label="Position" optional>
        {(control) => <Input {...control} autoComplete="organization-title" />}
      </FormField>
      <FormField form={form} name="password" label="Password" confirmedBy="confirm_password" hint={passwordHint}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="confirm_password" label="Confirm password">
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </FormField>
      <div className="flex gap-3">
        <Link to={paths.login} className={buttonShape("secondary", "h-10")}>
          {registerScreenTexts.back}
        </Link>
        <Button type="submit" look="primary" className="h-10 flex-1">
          {registerScreenTexts.next}
        </Button>
      </div>
    </form>
  );
}
