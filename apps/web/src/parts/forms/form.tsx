import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { input, output, ZodMiniType } from "zod/mini";
import { type Control, Field } from "../../ui/Field.tsx";

/** A form validated against a schema. Errors appear on submit; editing a field removes that field's. */
export const useSchemaForm = <Schema extends ZodMiniType<FieldValues, FieldValues>>(
  schema: Schema,
  values: DefaultValues<input<Schema>>,
) =>
  useForm<input<Schema>, unknown, output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues: values,
    reValidateMode: "onSubmit",
  });

interface Props<Values extends FieldValues, Parsed> {
  form: UseFormReturn<Values, unknown, Parsed>;
  name: Path<Values>;
  label: string;
  optional?: boolean;
  /** The field that must repeat this one's value: editing this one removes its error as well. */
  confirmedBy?: Path<Values>;
  hint?: ReactNode;
  keepHint?: boolean;
  children: (control: Control & UseFormRegisterReturn) => ReactNode;
}

/** One field of a form, with its label and its error. */
export function FormField<Values extends FieldValues, Parsed>({
  form,
  name,
  label,
  optional = false,
  confirmedBy,
  hint,
  keepHint = false,
  children,
}: Props<Values, Parsed>) {
  const edited = confirmedBy === undefined ? [name] : [name, confirmedBy];
  return (
    <Field
      label={label}
      error={form.getFieldState(name, form.formState).error?.message}
      note={optional ? "Optional" : undefined}
      hint={hint}
      keepHint={keepHint}
    >
      {(control) => children({ ...control, ...form.register(name, { onChange: () => form.clearErrors(edited) }) })}
    </Field>
  );
}
