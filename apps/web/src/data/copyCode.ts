import { toast } from "../ui/toasts.ts";
import { copy } from "./clipboard.ts";
import { noteFirstStep } from "./firstSteps.ts";
import { addressTexts } from "./texts/address.ts";
import { mailTexts } from "./texts/mail.ts";

const noticeMilliseconds = 1_000;

/** Copies a one-time code, and says so. */
export async function copyCode(code: string) {
  if (!(await copy(code))) return toast.error(addressTexts.copyFailed);
  toast.copied(mailTexts.codeCopied, { duration: noticeMilliseconds });
  noteFirstStep("copied");
}
