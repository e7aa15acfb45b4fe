import { daySeconds, domainLine, email, emailTexts, limits, visibilities } from "@mayfly/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import { call, failureText, Refused } from "../../data/api.ts";
import { companyDomainsQuery } from "../../data/emails.ts";
import { lastDomain } from "../../data/lastDomain.ts";
import { featureOf, refusalOf, usePlan, useUsage } from "../../data/plan.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { useRaised } from "../../parts/forms/useRaised.ts";
import { UpgradeLink, UpgradeNotice } from "../../parts/plan/UpgradeLink.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { toast } from "../../ui/toasts.ts";
import { CreatedAddress } from "./CreatedAddress.tsx";
import { PrefixField } from "./PrefixField.tsx";
import { emailScreenTexts } from "./texts.ts";
import { useAvailability } from "./useAvailability.ts";
import { useDomainChoice } from "./useDomainChoice.ts";

const readers = {
  Private: "You and administrators can read its mail.",
  Public: "Everyone in your company can read its mail.",
} as const;

interface Props {
  onCreated: () => void;
  onCancel: () => void;
}

export function CreateEmailForm({ onCreated, onCancel }: Props) {
  const queries = useQueryClient();
  const changed = useChanged("Email");
  const { data: plan } = usePlan();
  const usage = useUsage("email");
  const { domains, problem, domain, error: domainError, field, choose, ask } = useDomainChoice();
  const [typed, setTyped] = useState("");
  const prefix = typed.toLowerCase();
  const [reason, setReason] = useState("");
  const reasonLength = [...reason].length;
  const [days, setDays] = useState<number>(limits.expiryDays[0]);
  const [visibility, setVisibility] = useState<(typeof visibilities)[number]>(visibilities[0]);
  const availability = useAvailability(prefix, domain);
  const fail = useRaised();
  const unavailable = availability === "unavailable";
  // The address may be unavailable because its domain is gone.
  useEffect(() => {
    if (unavailable) void queries.invalidateQueries(companyDomainsQuery);
  }, [unavailable, queries]);

  const blocked = usage && refusalOf("email", usage);
  const mayExpire = plan === undefined || featureOf(plan, "email_expiry").available;
  const mayBePublic = plan === undefined || featureOf(plan, "public_email").available;

  const random = useMutation({
    mutationFn: () => call(email.get_unique_email_prefix, { domain }, { as: "form" }),
  });

  const create = useAction({
    mutationFn: () =>
      call(
        email.create_email,
        {
          domain,
          email_prefix: prefix.trim(),
          reason,
          visibility: mayBePublic ? visibility : "Private",
          duration: mayExpire ? days * daySeconds : "",
        },
        { as: "form" },
      ),
    onSuccess({ email: created }) {
      if (created !== undefined) lastDomain.write(created.email_name.slice(created.email_name.indexOf("@") + 1));
      const address = created && <CreatedAddress address={created.email_name} />;
      toast.success(emailTexts.created, { more: address });
    },
    onError(failure) {
      // The prefix may have been taken meanwhile, and the domain may be gone.
      void queries.invalidateQueries({ queryKey: ["available"] });
      void queries.invalidateQueries(companyDomainsQuery);
      if (!(failure instanceof Refused && failure.says(emailTexts.foreignDomain))) {
        return fail(failureText(failure));
      }
      choose("");
      ask(emailScreenTexts.foreignDomainShown);
    },
    // After a refusal too: colleagues may have used up the plan's limit.
    onSettled: () => void changed(),
  });

  function fillPrefix() {
    if (random.isPending) return;
    if (domain === "") ask(emailTexts.domainRequired);
    // reset() drops this callback if the user has typed or chosen something else meanwhile.
    else random.mutate(undefined, { onSuccess: setTyped });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    fail(undefined);
    // The notice above says why.
    if (blocked !== undefined) return;
    if (domain === "") ask(emailTexts.domainRequired);
    // Unmounting drops this callback: once this form has been closed, another may be open.
    else create.mutate(undefined, { onSuccess: onCreated });
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {blocked !== undefined && <UpgradeNotice>{blocked}</UpgradeNotice>}
      {problem !== undefined && <Notice>{problem}</Notice>}
      <Field label="Domain" error={domainError}>
        {(control) => (
          <Select
            {...control}
            ref={field}
            autoFocus
            required
            // Not disabled while loading, because it has the focus from the start.
            aria-busy={domains === undefined}
            value={domain}
            onChange={(event) => {
              choose(event.target.value);
              random.reset();
            }}
          >
            <option value="">{domains === undefined ? "Loading domains" : "Select a domain"}</option>
            {domains?.map((each) => (
              <option key={each} value={each} translate="no">
                {domainLine(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PrefixField
        value={typed}
        onValue={(value) => {
          setTyped(value);
          random.reset();
        }}
        availability={availability}
        error={random.isError ? emailTexts.noRandomPrefix : undefined}
        filling={random.isPending}
        onFill={fillPrefix}
      />
      <Field label="Reason" note={reason === "" ? "Optional" : `${reasonLength}/${limits.emailReasonMax}`}>
        {(control) => (
          <Input
            {...control}
            value={reason}
            longest={limits.emailReasonMax}
            onChange={(event) => setReason(event.target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Expiry" hint={mayExpire ? undefined : <Locked>Set by your plan.</Locked>}>
          {(control) => (
            <Select
              {...control}
              disabled={!mayExpire}
              value={mayExpire ? days : ""}
              onChange={(event) => setDays(Number(event.target.value))}
            >
              {!mayExpire && <option value="">{planLimitTexts.fixedExpiry(plan.forced_expiry)}</option>}
              {limits.expiryDays.map((each) => (
                <option key={each} value={each}>
                  {planLimitTexts.life(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Visibility"
          hint={mayBePublic ? readers[visibility] : <Locked>Public is not in your plan.</Locked>}
        >
          {(control) => (
            <Select
              {...control}
              value={mayBePublic ? visibility : "Private"}
              onChange={(event) => setVisibility(event.target.value === "Public" ? "Public" : "Private")}
            >
              {visibilities.map((each) => (
                <option key={each} value={each} disabled={each === "Public" && !mayBePublic}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={create.isPending}
          off={availability === "checking" || unavailable || availability === "invalid"}
        >
          Create Email
        </Button>
      </div>
    </form>
  );
}

function Locked({ children }: { children: string }) {
  return (
    <span>
      {children} <UpgradeLink />
    </span>
  );
}
