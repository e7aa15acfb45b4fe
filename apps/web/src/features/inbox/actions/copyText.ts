import { copy } from "../../../data/clipboard.ts";
import { addressTexts } from "../../../data/texts/address.ts";
import { toast } from "../../../ui/toasts.ts";
import { copyNoticeMilliseconds } from "../limits.ts";

/** @returns whether it was copied */
export async function copyText(text: string, done: string) {
  const copied = await copy(text);
  if (copied) toast.copied(done, { duration: copyNoticeMilliseconds });
  else toast.error(addressTexts.copyFailed);
  return copied;
}
