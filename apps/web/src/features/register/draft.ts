import type { CompanyDetails, PersonalDetails } from "@mayfly/contracts";
import type { input } from "zod/mini";

interface Draft {
  personal: Partial<input<typeof PersonalDetails>>;
  company: Partial<input<typeof CompanyDetails>>;
}

// Kept in this page's memory only, and without the passwords.
let draft: Draft = { personal: {}, company: {} };

/** What the user had typed on leaving the registration, so that coming back (from the code page, say) loses nothing. */
export const registrationDraft = () => draft;

export function keepDraft({ personal: { password: _, confirm_password: __, ...personal }, company }: Draft) {
  draft = { personal, company };
}

export const dropDraft = () => keepDraft({ personal: {}, company: {} });
