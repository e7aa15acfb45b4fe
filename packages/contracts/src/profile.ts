import * as z from "zod/mini";
import { emailAddress } from "./address.ts";
import { optionalLine, requiredLine, website } from "./fields.ts";
import { limits } from "./limits.ts";
import { AnsweredRole } from "./session.ts";
import { texts } from "./texts.ts";
import { Done } from "./values.ts";
import { api, get, methods, post } from "./wire.ts";

export const companySizes = ["1-10", "11-50", "51-200", "201-500", "501-1000", "1000+"] as const;

export const Profile = z.object({
  full_name: z.string(),
  email: z.string(),
  company_name: z.string(),
  role: AnsweredRole,
  company: z.object({
    company_size: z.string(),
    industry: z.string(),
    company_website: z.string(),
    company_phone: z.string(),
    company_email: z.string(),
  }),
});
export type Profile = z.infer<typeof Profile>;

export const profileTexts = {
  fullNameRequired: "Full name is required",
  companyCannotChange: "Company cannot be changed",
  updatedWithoutCompany: "Profile updated successfully! Company cannot be changed.",
  updated: "Profile updated successfully!",
} as const;

/** What a member may change of themselves, and an Administrator of the company. Absent fields stay as they are (P83). */
export const ProfileChange = z.partial(
  z.object({
    full_name: requiredLine(profileTexts.fullNameRequired, "Full name"),
    /** Accepted, but not changed, which the answer says (requirement P84). */
    company_name: z.unknown(),
    company_size: z.enum([...companySizes, ""]),
    industry: optionalLine("Industry"),
    company_website: website,
    company_phone: optionalLine("Phone number", limits.phoneMax),
    company_email: z.union([z.string().check(z.trim(), z.maxLength(0, { abort: true })), emailAddress], {
      error: texts.emailInvalid,
    }),
  }),
);

export const profile = methods(`${api}.profile`, {
  get_profile: get({ access: "Member", input: z.object({}), output: Profile }),
  update_profile: post({
    access: "Member",
    input: ProfileChange,
    output: Done,
  }),
});
