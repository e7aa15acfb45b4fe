import { register, registerTexts } from "@mayfly/contracts";
import { type Context, handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { mailLimits } from "../../limits/rate_limit.ts";
import { Refusal } from "../../refusal.ts";
import { hashPassword } from "../session/session.ts";
import { sendCode } from "./register.ts";

export const create_account = handler(
  register.create_account,
  async (context, { password, confirm_password: _, ...given }) => {
    const { rootDb, clock, throttle, source, signupBrowser, registration } = context;
    if (registration === "closed") throw Refusal.forbidden(registerTexts.closed);
    await throttle.use(...mailLimits("register", given.email_address, source));
    const errors = await whyNot(context, given);
    if (errors.length > 0) return { success: false, message: errors.join(". "), errors };

    const password_hash = await hashPassword(password, source);
    const now = clock();
    const { name } = await rootDb.$transaction(async (tx) => {
      const request = await tx.signupRequest.create({
        data: { ...given, password_hash, creation: now, otp_asked: now },
      });
      await enqueue(tx, sendCode, { signup_request: request.name });
      return request;
    });
    signupBrowser.remember(name);
    return { success: true, signup_request: name };
  },
);

/** What keeps these addresses from registering here. It says nothing of who has an account (threat 32). */
async function whyNot(
  { rootDb, defaultDomains, registration }: Context,
  given: { email_address: string; company_email: string },
): Promise<string[]> {
  const [domain, companyDomain] = [domainOf(given.email_address), domainOf(given.company_email)];
  // Who reads mail at an address that is made here in seconds could make companies without end.
  const isDisposable = async (name: string) =>
    defaultDomains.includes(name) ||
    (await rootDb.domain.count({ where: { domain_name: name, is_verified: true } })) > 0;
  return [
    ...(Array.isArray(registration) && !registration.includes(domain) ? [registerTexts.limited] : []),
    ...((await isDisposable(domain)) ? [registerTexts.emailDisposable] : []),
    ...((await isDisposable(companyDomain)) ? [registerTexts.companyEmailDisposable] : []),
  ];
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);
