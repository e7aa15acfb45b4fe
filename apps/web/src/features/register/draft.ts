import type { CompanyDetails, PersonalDetails } from "@mayfly/contracts";
import type { input } from "zod/mini";
import { stored } from "../../ui/stored.ts";

interface Draft {
  personal: Partial<input<typeof PersonalDetails>>;
  company: Partial<input<typeof CompanyDetails>>;
}

/** Without the passwords, for this tab, and no longer than the tab. */
const draft = stored("registration", () => sessionStorage);

/** What the user had typed on leaving or reloading the registration, so that coming back loses nothing. */
export function registrationDraft(): Draft {
  const none = { personal: {}, company: {} };
  try {
    return { ...none, ...JSON.parse(draft.read() ?? "{}") };
  } catch {
    return none;
  }
}

export function keepDraft({ personal: { password: _, confirm_password: __, ...personal }, company }: Draft) {
  draft.write(JSON.stringify({ personal, company }));
}

export const dropDraft = () => draft.write(null);
