import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { LockedCard } from "./LockedCard.tsx";

const providers = ["saml", "oauth", "ldap"];

export function SsoTab() {
  return (
    <LockedCard title="Single sign-on" about="Your team logs in through your identity provider. Not available yet.">
      <div className="flex items-center justify-between gap-4 sm:col-span-2">
        <p className="text-13 font-medium">Enabled</p>
        <Switch label="Enabled" on={false} onChange={() => {}} disabled />
      </div>
      <Field label="Provider">
        {(control) => (
          <Select {...control}>
            {providers.map((provider) => (
              <option key={provider} value={provider}>
                {provider}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Entity ID">{(control) => <Input {...control} />}</Field>
      <div className="sm:col-span-2">
        <Field label="SSO URL">{(control) => <Input {...control} type="url" />}</Field>
      </div>
      <div className="sm:col-span-2">
        <Field label="X509 certificate">{(control) => <Textarea {...control} rows={4} />}</Field>
      </div>
      <div className="sm:col-span-2">
        <Field label="Attribute mapping">{(control) => <Textarea {...control} rows={3} />}</Field>
      </div>
    </LockedCard>
  );
}
