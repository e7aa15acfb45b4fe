import { api_key, apiKeyTexts, daySeconds, keyLifetimes, limits, scopeSets, scopes } from "@mayfly/contracts";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { extend, type input, type output, refine, string } from "zod/mini";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { networksIn, setOf } from "./api_keys.ts";
import { networkMax, networksMax, usualDays } from "./limits.ts";
import { apiKeyScreenTexts, scopeTexts } from "./texts.ts";

const call = api_key.create_api_key.input;
export type KeyFields = output<typeof call>;

const longNetwork = (text: string) => networksIn(text).find((network) => network.length > networkMax);

/** The call's fields, but with the networks as they are typed. */
const Fields = extend(call, {
  networks: string().check(
    refine((text) => networksIn(text).length <= networksMax, { error: apiKeyScreenTexts.tooManyNetworks(networksMax) }),
    refine((text) => longNetwork(text) === undefined, {
      error: ({ input }) => apiKeyTexts.networkInvalid(longNetwork(String(input)) ?? ""),
    }),
  ),
});

/** Whether the server's text is about one of the networks: only the server reads them. */
export const wrongNetwork = (text: string, { networks }: KeyFields) =>
  networks.some((network) => text === apiKeyTexts.networkInvalid(network));

const lifetimeText = (days: number) => (days === 365 ? apiKeyScreenTexts.year : planLimitTexts.life(days));

interface Props {
  failure: string | undefined;
  busy: boolean;
  /** `refused` takes the text of a refusal, which may be about a field. */
  onSubmit: (given: KeyFields, refused: (text: string) => void) => void;
  onCancel: () => void;
}

export function CreateKeyForm({ failure, busy, onSubmit, onCancel }: Props) {
  const form = useSchemaForm(Fields, { key_name: "", scopes: [], duration: usualDays * daySeconds, networks: "" });

  const submit = form.handleSubmit((fields) => {
    const given = { ...fields, networks: networksIn(fields.networks) };
    onSubmit(given, (message) => {
      if (wrongNetwork(message, given)) form.setError("networks", { message }, { shouldFocus: true });
    });
  });

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {failure !== undefined && <Notice>{failure}</Notice>}
      <FormField form={form} name="key_name" label="Name">
        {(control) => (
          <Input {...control} autoFocus autoComplete="off" longest={limits.lineMax} placeholder="End-to-end tests" />
        )}
      </FormField>
      <ScopesField form={form} />
      <FormField form={form} name="duration" label="Expires after">
        {(control) => (
          <Select {...control}>
            {keyLifetimes.map((seconds) => (
              <option key={seconds} value={seconds}>
                {lifetimeText(seconds / daySeconds)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField
        form={form}
        name="networks"
        label="Allowed networks"
        optional
        keepHint
        hint={apiKeyScreenTexts.networksHint}
      >
        {(control) => <Textarea {...control} rows={2} autoCapitalize="none" autoComplete="off" />}
      </FormField>
      <div className="flex justify-end gap-2">
        <Button off={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {apiKeyScreenTexts.create}
        </Button>
      </div>
    </form>
  );
}

/** A box for each scope, and the ready sets. Its own component: a form that refuses focuses what was registered first. */
function ScopesField({ form }: { form: UseFormReturn<input<typeof Fields>, unknown, output<typeof Fields>> }) {
  const errorId = useId();
  const hintId = useId();
  const set = setOf(form.watch("scopes"));
  const error = form.getFieldState("scopes", form.formState).error?.message;
  return (
    <fieldset aria-describedby={error === undefined ? hintId : `${errorId} ${hintId}`} className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">Scopes</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(scopeSets).map(([name, scopes]) => (
          <Button
            key={name}
            aria-pressed={name === set}
            className="h-8 px-3 text-13 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            onClick={() => {
              form.clearErrors("scopes");
              form.setValue("scopes", [...scopes]);
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      <ul className="mt-2.5 divide-y divide-line rounded-base border border-line">
        {scopes.map((scope) => (
          <li key={scope}>
            <label className="grid cursor-pointer grid-cols-[auto_7.5rem_minmax(0,1fr)] items-baseline gap-x-2.5 px-3 py-1.5 text-13 max-sm:grid-cols-[auto_minmax(0,1fr)]">
              <input
                type="checkbox"
                value={scope}
                aria-invalid={error === undefined ? undefined : true}
                className="size-4 translate-y-0.5 accent-accent"
                {...form.register("scopes", { onChange: () => form.clearErrors("scopes") })}
              />
              <span translate="no" className="font-mono">
                {scope}
              </span>
              <span className="text-ink-soft max-sm:col-start-2">{scopeTexts[scope]}</span>
            </label>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1.5 text-13 text-red-ink">
          {error}
        </p>
      )}
      <p id={hintId} className="mt-1.5 text-13 text-ink-soft">
        {apiKeyScreenTexts.scopesHint}
      </p>
    </fieldset>
  );
}
