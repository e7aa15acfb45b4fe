import { copy } from "../../data/clipboard.ts";
import { noteFirstStep } from "../../data/firstSteps.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { mailTexts } from "../../data/texts/mail.ts";
import { toast } from "../../ui/toasts.ts";

const noticeMilliseconds = 1_000;

/** Copies a one-time code, and says so. */
export async function copyCode(code: string) {
  if (!(await copy(code))) return toast.error(addressTexts.copyFailed);
  toast.copied(mailTexts.codeCopied, { duration: noticeMilliseconds });
  noteFirstStep("copied");
}
