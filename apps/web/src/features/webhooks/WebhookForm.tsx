import {
  domainLine,
  happensOnDomain,
  limits,
  type Webhook,
  WebhookForm as WebhookSchema,
  webhook,
  webhookTexts,
} from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import type { output } from "zod/mini";
import { call, failureText, isGone, isTaken } from "../../data/api.ts";
import { companyDomainsQuery } from "../../data/emails.ts";
import { refusalOf, useUsage } from "../../data/plan.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { UpgradeNotice } from "../../parts/plan/UpgradeLink.tsx";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { toast } from "../../ui/toasts.ts";
import { webhookScreenTexts } from "./texts.ts";
import { useLogged } from "./useLogged.ts";
import { eventLabel, eventsQuery } from "./webhooks.ts";

/** What only the server knows: whether the URL leads inside its network, which ports it allows, and which webhooks there are. */
const isAboutUrl = (error: Error) =>
  isTaken(error) || [webhookTexts.urlInside, webhookTexts.urlPort].some((text) => text === failureText(error));

interface Props {
  /** The webhook to change; undefined to create one. */
  edited: Webhook | undefined;
  onClose: () => void;
}

export function WebhookForm({ edited, onClose }: Props) {
  const changed = useChanged("Webhook");
  const usage = useUsage("webhook");
  const { data: events, error: eventsError, refetch: loadEvents } = useQuery(eventsQuery);
  const { data: domains, error: domainsError } = useQuery({
    ...companyDomainsQuery,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useLogged("The events", eventsError);
  useLogged("The domains", domainsError);
  const [failure, fail] = useFailure();
  const form = useSchemaForm(WebhookSchema, {
    url: edited?.url ?? "",
    event: (edited?.event ?? "") as never,
    domain: edited?.domain ?? "",
    description: edited?.description ?? "",
  });
  // Until the events are loaded, the webhook's own is the only choice: a select loses a value without an option.
  const choices = events ?? (edited === undefined ? [] : [{ id: edited.event, label: eventLabel(edited.event) }]);
  const event = events?.find(({ id }) => id === form.watch("event"));
  // An existing webhook takes no more room in the plan.
  const blocked = usage && (edited === undefined || !usage.available) ? refusalOf("webhook", usage) : undefined;

  const save = useAction({
    mutationFn: (given: output<typeof WebhookSchema>) =>
      edited === undefined
        ? call(webhook.create_webhook, { ...given, enabled: 1 })
        : // Leaves out `enabled`, which this form does not ask for and which may have changed since.
          call(webhook.update_webhook, { ...given, name: edited.name }),
    onSuccess() {
      toast.success(edited === undefined ? webhookTexts.created : webhookTexts.updated);
    },
    // For a webhook that is gone, the form closes.
    onError: (error) => (isGone(error) ? raise : fail)(failureText(error)),
    // After a refusal too: colleagues may have used up the plan's limit.
    onSettled() {
      void changed();
    },
  });

  function refused(error: Error) {
    if (isGone(error)) onClose();
    const message = failureText(error);
    if (isAboutUrl(error)) {
      form.setError("url", { message }, { shouldFocus: true });
      fail(undefined);
    }
  }

  const label = edited === undefined ? "Create Webhook" : "Update Webhook";
  const busyLabel = edited === undefined ? webhookScreenTexts.creating : webhookScreenTexts.updating;

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((given) => {
        fail(undefined);
        // The notice says why.
        if (blocked === undefined) save.mutate(given, { onSuccess: onClose, onError: refused });
      })}
      className="space-y-5"
    >
      {blocked !== undefined && <UpgradeNotice>{blocked}</UpgradeNotice>}
      {failure !== undefined && <Notice>{failure}</Notice>}
      <FormField form={form} name="url" label="URL">
        {(control) => (
          <Input
            {...control}
            code
            type="url"
            inputMode="url"
            required
            autoFocus
            maxLength={limits.urlMax}
            placeholder="https://"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="event"
        label="Event"
        keepHint={eventsError !== null}
        hint={
          eventsError === null ? (
            event?.description
          ) : (
            <span>
              Not available at the moment. <TextButton onClick={() => loadEvents()}>Try again</TextButton>
            </span>
          )
        }
      >
        {(control) => (
          <Select {...control} required disabled={events === undefined}>
            <option value="">
              {events === undefined && eventsError === null ? "Loading events" : "Select an event"}
            </option>
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {(event === undefined || happensOnDomain(event.id)) && (
        <FormField
          form={form}
          name="domain"
          label="Domain"
          optional
          hint={form.watch("domain") === "" ? undefined : "Only events on this domain"}
        >
          {(control) => (
            <Select {...control}>
              <option value="">All domains</option>
              {[...new Set([...(edited?.domain ? [edited.domain] : []), ...(domains ?? [])])].map((each) => (
                <option key={each} value={each} translate="no">
                  {domainLine(each)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      <FormField form={form} name="description" label="Description" optional>
        {(control) => <Input {...control} longest={limits.webhookDescriptionMax} autoComplete="off" />}
      </FormField>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          off={edited !== undefined && !form.formState.isDirty}
        >
          {save.isPending ? busyLabel : label}
        </Button>
      </div>
    </form>
  );
}
