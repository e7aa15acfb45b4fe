import { stored } from "../ui/stored.ts";

/** The domain of the last address that was created in this browser. */
export const lastDomain = stored("email-domain");

/** The domain that a new address is on unless another is chosen: the last one, at first the first (row Y01). */
export const suggestedDomain = (domains: readonly string[]) => {
  const last = lastDomain.read();
  return domains.find((each) => each === last) ?? domains[0];
};
