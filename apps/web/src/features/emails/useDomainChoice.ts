import { useRef, useState } from "react";
import { suggestedDomain } from "../../data/lastDomain.ts";
import { emailScreenTexts } from "./texts.ts";
import { useDomains } from "./useDomains.ts";

/** The domain of a new address: one that is suggested until the user chooses another. */
export function useDomainChoice() {
  const { domains, fresh, problem } = useDomains();
  const [chosen, setChosen] = useState<string>();
  const [suggested, suggest] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const field = useRef<HTMLSelectElement>(null);
  if (suggested === undefined && domains !== undefined && domains.length > 0) suggest(suggestedDomain(domains));
  // Once suggested, a domain counts as chosen: if it disappears while the form is open, no other takes its place.
  if (chosen === undefined && fresh && suggested !== undefined) setChosen(suggested);
  const isGone = !!chosen && domains?.includes(chosen) === false;
  return {
    domains,
    /** Why there are none to choose from. */
    problem,
    /** Empty: none is chosen. */
    domain: isGone ? "" : (chosen ?? suggested ?? ""),
    error: isGone ? emailScreenTexts.foreignDomainShown : missing,
    field,
    choose(domain: string) {
      setChosen(domain);
      setMissing(undefined);
    },
    /** Says why the user must choose one. */
    ask(text: string) {
      setMissing(text);
      field.current?.focus();
    },
  };
}
