import { email, emailTexts } from "@mayfly/contracts";
import type { QueryClient } from "@tanstack/react-query";
import { call, failureText } from "../../data/api.ts";
import { companyDomainsQuery } from "../../data/emails.ts";
import { lastDomain, suggestedDomain } from "../../data/lastDomain.ts";
import { documentsChanged } from "../../data/queries.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { TextButton } from "../../ui/TextButton.tsx";
import { dismiss, toast } from "../../ui/toasts.ts";
import { NotMeant } from "./notMeant.ts";
import { paletteTexts } from "./texts.ts";

/** How long a new address can be undone. */
const undoMilliseconds = 5_000;
const slot = "new address";

class NoDomains extends Error {}

/** Makes an address with a random prefix and the plan's terms (row Y01). @returns its name */
export async function makeAddress(queries: QueryClient): Promise<string> {
  const domain = suggestedDomain(await queries.fetchQuery(companyDomainsQuery));
  if (domain === undefined) throw new NoDomains();
  const given = { domain, email_prefix: "", reason: "", visibility: "Private", duration: "" } as const;
  const { email: made } = await call(email.create_email, given, { as: "form" });
  if (made === undefined) throw new Error(emailTexts.noRandomPrefix);
  return made.email_name;
}

interface Outcome {
  queries: QueryClient;
  making: Promise<string>;
  /** Whether it has been copied. */
  copying: Promise<boolean>;
  onMade: (address: string) => void;
  onUndone: (address: string) => void;
}

/** Tells of the new address, or why there is none. */
export async function tellOfAddress({ queries, making, copying, onMade, onUndone }: Outcome) {
  async function undo(address: string) {
    dismiss(slot);
    try {
      await call(email.toggle_email, { email: address, action: "deactivate" }, { as: "form" });
      toast.info(paletteTexts.undone, { duration: undoMilliseconds });
      onUndone(address);
    } catch (failure) {
      raise(failureText(failure));
    }
    void documentsChanged(queries, "Email");
  }

  try {
    const address = await making;
    lastDomain.write(address.slice(address.indexOf("@") + 1));
    const isCopied = await copying;
    dismiss("copied");
    (isCopied ? toast.success : toast.info)(
      isCopied ? paletteTexts.newAddressCopied : paletteTexts.newAddressNotCopied,
      {
        ...{ slot, duration: undoMilliseconds },
        more: (
          <p className="mt-1 text-13">
            <TextButton onClick={() => void undo(address)}>{paletteTexts.undo}</TextButton>
          </p>
        ),
      },
    );
    onMade(address);
  } catch (failure) {
    if (failure instanceof NotMeant) return;
    raise(failure instanceof NoDomains ? addressTexts.noDomains : failureText(failure));
  }
  // After a refusal too: colleagues may have used up the plan's limit.
  void documentsChanged(queries, "Email");
}
