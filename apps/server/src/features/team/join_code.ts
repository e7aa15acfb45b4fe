import { createHmac, randomBytes, randomInt } from "node:crypto";
import { limits, otpTexts } from "@mayfly/contracts";
import { z } from "zod";
import type { CommonContext } from "../../context.ts";
import type { Invitation } from "../../generated/prisma/client.ts";
import { mailJob } from "../../job.ts";
import { codeSubject } from "../../outgoing_mail/template.ts";
import { Refusal } from "../../refusal.ts";
import { codeMinutes, codeTries } from "../register/register.ts";
import { accountExists, type FoundInvitation, hasAccount, namesFor } from "./invitations.ts";

/** Bound to the link that was copied: the code is worth nothing with another, nor without SECRET_KEY. */
const hashCode = (secret: CommonContext["secret"], copied_hash: Uint8Array, code: string) =>
  new Uint8Array(createHmac("sha256", secret("join code")).update(copied_hash).update(code).digest());

/**
 * Mails the code that who uses a copied link must enter, as for a registration: the code before ends, and is valid
 * again if this one cannot be sent. For an address that has an account a code is made that nobody gets, so that guesses
 * are answered alike (threat 32).
 */
export const sendJoinCode = mailJob(
  "invitation/send_code",
  z.object({ company: z.uuid(), email: z.string() }),
  async ({ rootDb, clock, secret, sendMail }, { company, email }) => {
    const where = { company, email, is_active: true, copied_expiry: { gt: clock() } };
    const before = await rootDb.invitation.findFirst({ where });
    // The link has ended meanwhile.
    if (before === null || before.copied_hash === null) return;
    const { copied_hash } = before;
    const names = await namesFor(rootDb, before);
    const isKnown = await hasAccount(rootDb, email);
    const code = String(randomInt(10 ** limits.otpLength)).padStart(limits.otpLength, "0");
    const otp_hash = hashCode(secret, copied_hash, isKnown ? randomBytes(20).toString("hex") : code);
    const otp_expiry = new Date(clock().getTime() + codeMinutes * 60_000);
    await rootDb.invitation.updateMany({
      where: { ...where, copied_hash },
      data: { otp_hash, otp_expiry, otp_tries: 0 },
    });
    try {
      if (isKnown) return await sendMail(accountExists(email, names));
      await sendMail({
        to: email,
        subject: codeSubject(code),
        preheader: `Use it to join ${names.team}. It expires in ${codeMinutes} minutes.`,
        paragraphs: [`Use this code to join ${names.team} on Mayfly. It expires in ${codeMinutes} minutes:`],
        code,
        reason: `${names.inviter} invited you, and someone opened the link. If this wasn't you, ignore this email and don't share the code. No one can join with your address without it.`,
      });
    } catch (error) {
      const { otp_hash: known, otp_expiry: until, otp_tries } = before;
      await rootDb.invitation.updateMany({
        where: { company, email, otp_hash },
        data: { otp_hash: known, otp_expiry: until, otp_tries },
      });
      throw error;
    }
  },
);

/**
 * Checks a guess, and counts a wrong one in the same statement: parallel guesses cannot share a try (threat 33).
 * @throws Refusal when it is not the code
 */
export async function checkJoinCode(
  { rootDb, secret, clock }: Pick<CommonContext, "rootDb" | "secret" | "clock">,
  { invitation: { company, email }, hash: copied_hash }: FoundInvitation,
  code: string,
): Promise<void> {
  const hash = hashCode(secret, copied_hash, code);
  const [tried] = await rootDb.$queryRaw<(Pick<Invitation, "otp_tries"> & { is_right: boolean })[]>`
    UPDATE invitation SET otp_tries = otp_tries + CASE WHEN otp_hash = ${hash} THEN 0 ELSE 1 END
    WHERE company = ${company}::uuid AND email = ${email} AND copied_hash = ${copied_hash}
      AND otp_expiry > ${clock()} AND otp_tries < ${codeTries}
    RETURNING otp_hash = ${hash} AS is_right`;
  if (tried?.is_right) return;
  if (tried !== undefined) throw Refusal.invalid(otpTexts.wrong);
  const usedUp = { company, email, copied_hash, otp_tries: { gte: codeTries } };
  const isUsedUp = (await rootDb.invitation.count({ where: usedUp })) > 0;
  throw Refusal.invalid(isUsedUp ? otpTexts.tooManyTries : otpTexts.wrong);
}
