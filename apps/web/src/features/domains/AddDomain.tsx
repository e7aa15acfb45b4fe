import { asciiDomain, type Domain, domain, domainTexts, limits, unicodeDomain } from "@mayfly/contracts";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { call, refusalText } from "../../data/api.ts";
import { refusalOf, useUsage } from "../../data/plan.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { useRaised } from "../../parts/forms/useRaised.ts";
import { UpgradeNotice } from "../../parts/plan/UpgradeLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { toast } from "../../ui/toasts.ts";
import { hostOf } from "./hostOf.ts";
import { domainScreenTexts } from "./texts.ts";

export function AddDomain({ onAdded }: { onAdded: (added: Domain) => void }) {
  const usage = useUsage("domain");
  const changed = useChanged("Domain");
  const [typed, setTyped] = useState("");
  /** Why the plan or the server refuses: often a long text, with what is to be copied. */
  const [refused, setRefused] = useState<string>();
  const tell = useRaised();
  const name = hostOf(typed);
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refusal = usage && refusalOf("domain", usage);
  // Once the plan allows another domain, its refusal is removed from the form.
  const [known, setKnown] = useState(refusal);
  if (known !== refusal) {
    setKnown(refusal);
    if (refused === known) setRefused(undefined);
  }

  const add = useAction({
    mutationFn: (given: string) => call(domain.add_domain, { domain: given }),
    onSuccess(_, given) {
      toast.success(domainTexts.added);
      // The button is about to be disabled, and would lose the focus.
      if (document.activeElement === button.current) input.current?.focus();
      // The user may already have typed the next domain.
      setTyped((now) => (hostOf(now) === given ? "" : now));
    },
    onError(error) {
      const text = refusalText(error);
      setRefused(text);
      // What the server does not explain is no matter of this domain (E19).
      if (text === undefined) tell(domainScreenTexts.addFailed);
    },
    // After a refusal too: colleagues may have used up the plan's limit.
    onSettled: () => void changed(),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name === "") return;
    // The server is not asked for what the plan does not allow (E11, E12).
    tell(undefined);
    setRefused(refusal);
    if (refusal === undefined) add.mutate(name, { onSuccess: onAdded });
  }

  return (
    <form onSubmit={submit} className="mb-4 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <Field label="Add a domain">
            {(control) => (
              <Input
                {...control}
                ref={input}
                code
                aria-invalid={refused !== undefined || undefined}
                aria-describedby={noteId}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setRefused(undefined);
                  tell(undefined);
                }}
                maxLength={limits.urlMax}
                placeholder="mail.example.com"
                inputMode="url"
              />
            )}
          </Field>
        </div>
        <Button
          ref={button}
          type="submit"
          look="primary"
          className="h-10 max-sm:w-full"
          busy={add.isPending}
          disabled={name === ""}
        >
          Add domain
        </Button>
      </div>
      <div id={noteId} className="not-empty:mt-3">
        {notice()}
      </div>
    </form>
  );

  function notice() {
    if (usage?.available === false) return <UpgradeNotice>{refusal}.</UpgradeNotice>;
    if (refused !== undefined) return <Notice kind={refused === refusal ? "upgrade" : "error"}>{refused}</Notice>;
    const taken = takenFor(typed, name);
    return taken !== undefined && <p className="text-13 text-ink-soft wrap-anywhere">{taken}</p>;
  }
}

/** What is added, where that is not what was typed. */
function takenFor(typed: string, name: string): string | undefined {
  const ascii = asciiDomain(name);
  const written = unicodeDomain(ascii);
  if (written !== ascii) return domainScreenTexts.inDns(written, ascii);
  return name === "" || name === typed.trim() ? undefined : domainScreenTexts.adds(name);
}
