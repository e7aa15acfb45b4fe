import { z } from "zod";
import { Role } from "./session.ts";
import { api, get, methods } from "./wire.ts";

export const companySizes = ["1-10", "11-50", "51-200", "201-500", "501-1000", "1000+"] as const;

export const Profile = z.object({
  full_name: z.string(),
  email: z.string(),
  company_name: z.string(),
  role: Role,
  company: z.object({
    company_size: z.string(),
    industry: z.string(),
    company_website: z.string(),
    company_phone: z.string(),
    company_email: z.string(),
  }),
});
export type Profile = z.infer<typeof Profile>;

export const profile = methods(`${api}.profile`, {
  get_profile: get({ access: "Member", input: z.object({}), output: Profile }),
});

export const profileTexts = {
  failed: "Failed to fetch profile",
  network: "Network error while fetching profile",
} as const;
