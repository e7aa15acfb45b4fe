import { timingSafeEqual } from "node:crypto";
import { otpTexts, register, registerTexts } from "@mayfly/contracts";
import { type Context, handler } from "../../context.ts";
import type { RootDatabase } from "../../database/database.ts";
import { isTaken } from "../../database/errors.ts";
import type { SignupRequest } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { addCompany, addMember } from "../member/member.ts";
import { passwordMatches } from "../session/session.ts";
import { codeTries, hashCode } from "./register.ts";

export const verify_otp = handler(register.verify_otp, async (context, { signup_request, otp, password }) => {
  const { rootDb, clock, secret, throttle, source, signupBrowser } = context;
  await throttle.use(["code_source", source]);
  const now = clock();
  const hash = hashCode(secret, signup_request.toLowerCase(), otp);
  // Checks a guess and counts a wrong one in one statement: parallel guesses cannot share a try (threat 33). Also before the
  // code is sent, which begins anew: how soon that is tells nobody whether there is an account (threat 32).
  const [looked] = await rootDb.$queryRaw<SignupRequest[]>`
      UPDATE signup_request
      SET otp_tries = otp_tries + CASE WHEN otp_hash = ${hash} THEN 0 ELSE 1 END
      WHERE name = ${signup_request}::uuid AND (otp_expiry > ${now} OR otp_expiry IS NULL) AND otp_tries < ${codeTries}
      RETURNING *`;
  if (looked === undefined) throw await whyNot(rootDb, signup_request);
  if (looked.otp_hash === null || !timingSafeEqual(looked.otp_hash, hash)) throw Refusal.invalid(otpTexts.wrong);
  // A client that did not get the response may repeat the call, and gets the same answer.
  if (looked.verified) return { success: true, message: otpTexts.verified };
  // Somebody may have registered another's mailbox: its owner, who gets the code, must not open an account whose
  // password only that one knows.
  if (!signupBrowser.knows(looked.name)) {
    if (password === undefined) throw Refusal.invalid(otpTexts.otherBrowser);
    const isTheirs = await passwordMatches(looked.password_hash, password, source);
    if (!isTheirs) throw Refusal.invalid(otpTexts.wrongPassword);
  }
  await openCompany(context, looked, now);
  return { success: true, message: otpTexts.verified };
});

async function whyNot(rootDb: RootDatabase, name: string): Promise<Refusal> {
  const request = await rootDb.signupRequest.findUnique({ where: { name } });
  if (request === null) return Refusal.invalid(otpTexts.invalidRequest);
  return Refusal.invalid(request.otp_tries >= codeTries ? otpTexts.tooManyTries : otpTexts.wrong);
}

/** Creates the company on the default plan, and its first member, an Administrator (requirements P51 and P121, row Q02). */
async function openCompany(context: Context, request: SignupRequest, now: Date): Promise<void> {
  const { rootDb, defaultPlan } = context;
  const open = rootDb.$transaction(async (tx) => {
    const { name } = request;
    const { count } = await tx.signupRequest.updateMany({
      where: { name, verified: false },
      // The member's row holds the password hash from here on.
      data: { verified: true, password_hash: "" },
    });
    if (count === 0) {
      // Another call with the same code was first, or the request has become too old meanwhile.
      if ((await tx.signupRequest.count({ where: { name } })) === 1) return;
      throw Refusal.invalid(otpTexts.invalidRequest);
    }
    const { company_name, company_email, company_size, industry, company_website, phone_number } = request;
    const details = { company_name, company_email, company_size, industry, company_website };
    const company = await addCompany(tx, { ...details, company_phone: phone_number, creation: now }, defaultPlan);
    const { email_address, full_name, post, password_hash } = request;
    const member = await addMember(tx, {
      ...{ name: email_address, company, full_name, post, password_hash },
      ...{ role: "Administrator", creation: now },
    });
    const data = { company_name };
    await happened(tx, now, actorOf({ ...context, member }), [
      { type: "company.registered", company, subject: company, data },
    ]);
  });
  await open.catch((error) => {
    // Somebody registered with the same address twice, and the other registration was verified first.
    if (isTaken(error)) {
      const ofCompany = error.meta?.["modelName"] === "Company";
      throw Refusal.invalid(ofCompany ? registerTexts.companyEmailTaken : registerTexts.emailTaken);
    }
    throw error;
  });
}
