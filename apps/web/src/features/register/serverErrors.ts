import type { CompanyDetails, PersonalDetails } from "@mayfly/contracts";

export type PersonalField = keyof typeof PersonalDetails.shape;
export type CompanyField = keyof typeof CompanyDetails.shape;

/** Which field an error is about. The first keyword found counts; "company" alone comes last (requirement P35). */
function fieldOf(error: string): PersonalField | CompanyField | undefined {
  const says = (word: string) => error.toLowerCase().includes(word);
  if (says("phone")) return "phone_number";
  if (says("email")) return says("company") ? "company_email" : "email_address";
  if (says("website")) return "company_website";
  if (says("industry")) return "industry";
  if (says("size")) return "company_size";
  return says("company") ? "company_name" : undefined;
}

/** The first error of each field, and the errors that are about no field, without duplicates. */
export function sortErrors(errors: readonly string[]) {
  const fields: Partial<Record<PersonalField | CompanyField, string>> = {};
  const others = new Set<string>();
  for (const error of errors) {
    const field = fieldOf(error);
    if (field === undefined) others.add(error);
    else fields[field] ??= error;
  }
  return { fields, others: [...others] };
}
