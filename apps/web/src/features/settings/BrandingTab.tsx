import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { LockedCard } from "./LockedCard.tsx";

const fonts = ["Inter", "Roboto", "Open Sans", "Lato"];

export function BrandingTab() {
  return (
    <LockedCard title="Branding" about="Your name, colors and fonts in the dashboard and in mail. Not available yet.">
      <Field label="Company name">{(control) => <Input {...control} />}</Field>
      <Field label="Logo">
        {(control) => <Input {...control} type="file" accept="image/*" className="py-2 file:mr-3 file:font-medium" />}
      </Field>
      <Field label="Primary color">
        {(control) => <Input {...control} defaultValue="#000000" className="font-mono text-13" />}
      </Field>
      <Field label="Secondary color">
        {(control) => <Input {...control} defaultValue="#6B7280" className="font-mono text-13" />}
      </Field>
      <Field label="Font family">
        {(control) => (
          <Select {...control}>
            {fonts.map((font) => (
              <option key={font} value={font}>
                {font}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <Field label="Custom CSS">{(control) => <Textarea {...control} rows={4} />}</Field>
      </div>
    </LockedCard>
  );
}
