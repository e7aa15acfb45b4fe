import { track } from "../../data/analytics.ts";
import { copy } from "../../data/clipboard.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { toast } from "../../ui/toasts.ts";

/** Copies an address, and says so. */
export async function copyEmail(address: string) {
  if (!(await copy(address))) return toast.error(addressTexts.copyFailed);
  toast.copied(addressTexts.copied);
  track("email_copied");
}
