import { failureText } from "../../data/api.ts";
import { noteFirstStep } from "../../data/firstSteps.ts";
import { findMail } from "../../data/foundMail.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { toast } from "../../ui/toasts.ts";
import { NotMeant } from "./notMeant.ts";
import { paletteTexts } from "./texts.ts";

/** It is read in passing. */
const noticeMilliseconds = 2_000;

class NoCode extends Error {}

/** The newest one-time code of an address, or of all mail that the user may read (row Y02). */
export async function latestCode(address: string | undefined): Promise<string> {
  const { mail } = await findMail(address === undefined ? "has:code" : `in:${address} has:code`, 1);
  const [newest] = mail;
  if (newest === undefined) throw new NoCode();
  return newest.code;
}

/** @param copying whether it has been copied */
export async function tellOfCode(finding: Promise<string>, copying: Promise<boolean>) {
  try {
    const code = await finding;
    const isCopied = await copying;
    if (isCopied) noteFirstStep("copied");
    if (isCopied) toast.copied(paletteTexts.codeCopied(code), { duration: noticeMilliseconds });
    else toast.error(`${addressTexts.copyFailed}: ${code}`);
  } catch (failure) {
    if (failure instanceof NotMeant) return;
    if (failure instanceof NoCode) toast.info(paletteTexts.noCode, { duration: noticeMilliseconds });
    else raise(failureText(failure));
  }
}
