import * as z from "zod/mini";
import { emailAddress, memberAddress } from "./address.ts";
import { optionalLine, requiredLine, website } from "./fields.ts";
import { limits } from "./limits.ts";
import { confirmation, registrationPassword } from "./new_password.ts";
import { givenOtp, otpTexts } from "./otp.ts";
import { givenPassword, passwordTexts } from "./password.ts";
import { companySizes } from "./profile.ts";
import { Done } from "./values.ts";
import { api, methods, post } from "./wire.ts";

/** Code, name and dial prefix (requirement B51). */
export const countries = [
  { code: "US", name: "United States", dial: "+1" },
  { code: "CA", name: "Canada", dial: "+1" },
  { code: "GB", name: "United Kingdom", dial: "+44" },
  { code: "DE", name: "Germany", dial: "+49" },
  { code: "FR", name: "France", dial: "+33" },
  { code: "IT", name: "Italy", dial: "+39" },
  { code: "ES", name: "Spain", dial: "+34" },
  { code: "AU", name: "Australia", dial: "+61" },
  { code: "JP", name: "Japan", dial: "+81" },
  { code: "IN", name: "India", dial: "+91" },
  { code: "BR", name: "Brazil", dial: "+55" },
  { code: "MX", name: "Mexico", dial: "+52" },
  { code: "CN", name: "China", dial: "+86" },
  { code: "RU", name: "Russia", dial: "+7" },
  { code: "KR", name: "South Korea", dial: "+82" },
] as const;
const countryCodes = countries.map(({ code }) => code);
export type CountryCode = (typeof countries)[number]["code"];

export const registerTexts = {
  fullNameRequired: "Full name is required",
  companyNameRequired: "Company name is required",
  companyEmailRequired: "Company email is required",
  companySizeRequired: "Company size is required",
  industryRequired: "Industry is required",
  phoneRequired: "Phone number is required",
  unknownCountry: "Unknown country for the phone number",
  emailTaken: "An account with this email already exists",
  companyEmailTaken: "A company with this company email already exists",
  /** On an address that this installation hands out. Both name their field by the words that errors are sorted by. */
  emailDisposable: "Please use an email address of your own, not a disposable one",
  companyEmailDisposable: "Please use a company email of your own, not a disposable one",
  closed: "Registration is closed. To join a team, ask one of its administrators for an invitation.",
  limited: "Registration is limited to certain email domains, and this is not one of them",
} as const;

/** Whether a phone number has more than a country's dial prefix. */
function hasNumber(phone: string): boolean {
  const digits = phone
    .normalize("NFKC")
    .replace(/[^+\d]/g, "")
    .replace(/^00/, "+");
  return /\d/.test(digits) && !countries.some(({ dial }) => dial === digits);
}

/** What a person gives on the first page of the registration, and on the second. */
export const PersonalDetails = z.object({
  full_name: requiredLine(registerTexts.fullNameRequired, "Full name"),
  email_address: emailAddress,
  post: z._default(optionalLine("Position"), ""),
  password: registrationPassword,
  confirm_password: confirmation.check(z.minLength(1, { error: passwordTexts.confirm })),
});
export const CompanyDetails = z.object({
  company_name: requiredLine(registerTexts.companyNameRequired, "Company name"),
  company_email: memberAddress(registerTexts.companyEmailRequired),
  company_size: z.enum(companySizes, { error: registerTexts.companySizeRequired }),
  industry: requiredLine(registerTexts.industryRequired, "Industry"),
  company_website: z._default(website, ""),
  country_code: z._default(z.enum(countryCodes, { error: registerTexts.unknownCountry }), limits.country),
  phone_number: requiredLine(registerTexts.phoneRequired, "Phone number", limits.phoneMax).check(
    z.refine(hasNumber, { error: registerTexts.phoneRequired }),
  ),
});
export const confirmsPassword = (given: { password: string; confirm_password: string }) =>
  given.password === given.confirm_password;

export const register = methods(`${api}.register`, {
  /**
   * Keeps the registration until its code is given. Refuses by `success: false` what this installation does not let
   * register; an address that has an account is answered like any other, and told so by mail (threat 32).
   */
  create_account: post({
    access: "Guest",
    input: z
      .object({ ...PersonalDetails.shape, ...CompanyDetails.shape })
      .check(z.refine(confirmsPassword, { error: passwordTexts.mismatch, path: ["confirm_password"] })),
    output: z.object({
      success: z.boolean(),
      signup_request: z.nullish(z.string()),
      message: z.nullish(z.string()),
      errors: z.nullish(z.array(z.string())),
    }),
  }),
  /** Makes the company and its first Administrator. */
  verify_otp: post({
    access: "Guest",
    input: z.object({
      signup_request: z.uuid({ error: otpTexts.invalidRequest }),
      otp: givenOtp,
      /** The registration's password; needed only from another browser than the one in which it was begun. */
      password: z.optional(givenPassword),
    }),
    output: Done,
  }),
  resend_otp: post({
    access: "Guest",
    input: z.object({ signup_request: z.uuid({ error: otpTexts.invalidRequest }) }),
    output: Done,
  }),
});
