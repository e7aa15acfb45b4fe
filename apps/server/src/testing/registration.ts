import type { CountryCode } from "@mayfly/contracts";

/** The input of a registration, with addresses that nobody else has. */
export const registration = (change: Record<string, unknown> = {}) => ({
  full_name: "Grace Hopper",
  email_address: `grace-${crypto.randomUUID()}@navy.example`,
  post: "",
  password: "aaaaaaaa",
  confirm_password: "aaaaaaaa",
  company_name: "Navy",
  company_email: `hello-${crypto.randomUUID()}@navy.example`,
  company_size: "1000+",
  industry: "Computing",
  company_website: "",
  country_code: "US" satisfies CountryCode,
  phone_number: "+1 (555) 123-4567",
  ...change,
});
