import { companySizes, type Profile, ProfileChange, registerTexts } from "@mayfly/contracts";
import { useEffect, useState } from "react";
import { omit, required } from "zod/mini";
import { refusalText } from "../../data/api.ts";
import { useIsAdministrator } from "../../data/profile.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { memberTexts } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { toast } from "../../ui/toasts.ts";
import { Card } from "./Card.tsx";
import { ProfileLoader } from "./ProfileLoader.tsx";
import { profileScreenTexts } from "./texts.ts";
import { useProfileChange } from "./useProfileChange.ts";

const Company = required(omit(ProfileChange, { full_name: true, company_name: true }));

export const CompanyTab = () => <ProfileLoader>{(profile) => <CompanyForm company={profile.company} />}</ProfileLoader>;

const valuesOf = (company: Profile["company"]) => ({
  ...company,
  company_size: companySizes.find((size) => size === company.company_size) ?? ("" as const),
});

function CompanyForm({ company }: { company: Profile["company"] }) {
  const form = useSchemaForm(Company, valuesOf(company));
  // The company may have been changed elsewhere. What the user has typed stays.
  useEffect(() => form.reset(valuesOf(company), { keepDirtyValues: true }), [form, company]);
  const editable = useIsAdministrator();
  const change = useProfileChange();
  // Beside the button and not as a toast: the requirements keep this failure out of the way (H44).
  const [unsaved, setUnsaved] = useState<string>();
  const { isSubmitting: busy, isDirty, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async (details) => {
    setUnsaved(undefined);
    const typed = form.getValues();
    // Sends only the edited fields: others may have changed the rest since this form was filled.
    const changed: Partial<typeof details> = Object.fromEntries(
      Object.entries(details).filter(([key]) => dirtyFields[key as keyof typeof details]),
    );
    try {
      await change(changed, (known) => ({ ...known, company: { ...known.company, ...changed } }));
      const since = Object.entries(form.getValues()).filter(
        ([key, value]) => value !== typed[key as keyof typeof typed],
      );
      form.reset(details);
      // What the user has typed meanwhile stays, as unsaved changes.
      form.reset({ ...details, ...Object.fromEntries(since) }, { keepDefaultValues: true });
      toast.success(profileScreenTexts.companyUpdated);
    } catch (failure) {
      // biome-ignore lint/suspicious/noConsole: this failure is logged (H44)
      console.error("The company's details could not be saved", failure);
      const text = refusalText(failure);
      if (text === registerTexts.companyEmailTaken)
        form.setError("company_email", { message: text }, { shouldFocus: true });
      else setUnsaved(text ?? profileScreenTexts.companyUnsaved);
    }
  });

  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Company details"
        about={editable ? "All fields are optional." : memberTexts.companyReadOnly}
        action={
          editable && (
            <>
              {unsaved !== undefined && (
                <p role="status" className="min-w-0 text-13 text-red-ink">
                  {unsaved}
                </p>
              )}
              <Button type="submit" look="primary" busy={busy} off={!isDirty}>
                Save changes
              </Button>
            </>
          )
        }
      >
        <fieldset disabled={!editable} className="grid gap-5 p-5 sm:grid-cols-2">
          <FormField form={form} name="company_size" label="Company size">
            {(control) => (
              <Select {...control}>
                <option value="">Not specified</option>
                {companySizes.map((size) => (
                  <option key={size} value={size}>
                    {size}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <FormField form={form} name="industry" label="Industry">
            {(control) => <Input {...control} />}
          </FormField>
          <FormField form={form} name="company_website" label="Website">
            {(control) => <Input {...control} type="url" autoComplete="url" placeholder="https://company.com" />}
          </FormField>
          <FormField form={form} name="company_phone" label="Phone">
            {(control) => <Input {...control} type="tel" autoComplete="tel" />}
          </FormField>
          <FormField form={form} name="company_email" label="Company email">
            {(control) => <Input {...control} type="email" placeholder="hello@company.com" />}
          </FormField>
        </fieldset>
      </Card>
    </form>
  );
}
