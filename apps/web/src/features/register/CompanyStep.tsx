import { type CompanyDetails, companySizes, countries, limits } from "@mayfly/contracts";
import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { input, output } from "zod/mini";
import { FormField } from "../../parts/forms/form.tsx";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { countryOf, movePhone, phoneExample, retypePhone } from "./phone.ts";
import { registerScreenTexts } from "./texts.ts";

type Company = output<typeof CompanyDetails>;

interface Props {
  form: UseFormReturn<input<typeof CompanyDetails>, unknown, Company>;
  onCreate: (company: Company) => Promise<void>;
  onPrevious: () => void;
  /** What the server said about the form as a whole. */
  notice: ReactNode;
}

/** Loaded as a separate chunk, because it contains every country's phone numbers. */
export default function CompanyStep({ form, onCreate, onPrevious, notice }: Props) {
  const country = useWatch({ control: form.control, name: "country_code" }) ?? limits.country;
  const busy = form.formState.isSubmitting;

  function retype(field: HTMLInputElement, how?: string) {
    const itsCountry = countryOf(field.value, country);
    form.setValue("country_code", itsCountry);
    retypePhone(field, itsCountry, form.getValues("phone_number"), how);
  }

  return (
    <form
      noValidate
      aria-label={registerScreenTexts.company}
      onSubmit={form.handleSubmit(onCreate)}
      className="space-y-5"
    >
      {notice}
      <FormField form={form} name="company_name" label="Company name">
        {(control) => <Input {...control} autoFocus autoComplete="organization" />}
      </FormField>
      <FormField form={form} name="company_email" label="Company email">
        {(control) => <Input {...control} type="email" placeholder="hello@company.com" />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormField form={form} name="company_size" label="Company size">
          {(control) => (
            <Select {...control}>
              <option value="" hidden>
                Choose
              </option>
              {companySizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField form={form} name="industry" label="Industry">
          {(control) => <Input {...control} placeholder="Software" />}
        </FormField>
      </div>
      <FormField form={form} name="company_website" label="Website" optional>
        {(control) => <Input {...control} type="url" autoComplete="url" placeholder="https://company.com" />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormField form={form} name="country_code" label="Country">
          {(control) => (
            <Select
              {...control}
              autoComplete="country"
              onChange={(event) => {
                const next = countries.find(({ code }) => code === event.target.value)?.code ?? limits.country;
                form.setValue("phone_number", movePhone(form.getValues("phone_number"), country, next));
                return control.onChange(event);
              }}
            >
              {countries.map(({ code, name, dial }) => (
                <option key={code} value={code}>{`${name} (${dial})`}</option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField
          form={form}
          name="phone_number"
          label="Phone number"
          hint={`Format: ${phoneExample(country)}`}
          keepHint
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="tel"
              onChange={(event) => {
                const { inputType, isComposing } = event.nativeEvent as InputEvent;
                // Until composition ends, the text belongs to the input method.
                if (!isComposing) retype(event.target, inputType);
                return control.onChange(event);
              }}
              onCompositionEnd={({ currentTarget }) => {
                retype(currentTarget);
                form.setValue("phone_number", currentTarget.value);
              }}
            />
          )}
        </FormField>
      </div>
      <div className="flex gap-3">
        <Button onClick={onPrevious} disabled={busy} className="h-10">
          {registerScreenTexts.previous}
        </Button>
        <Button type="submit" look="primary" busy={busy} className="h-10 flex-1">
          {busy ? registerScreenTexts.creating : registerScreenTexts.create}
        </Button>
      </div>
    </form>
  );
}
