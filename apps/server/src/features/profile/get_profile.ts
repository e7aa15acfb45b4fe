import { profile } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const get_profile = handler(profile.get_profile, async ({ db, member }) => {
  const company = await db.company.findUniqueOrThrow({ where: { name: member.company } });
  return {
    full_name: member.full_name,
    email: member.name,
    company_name: company.company_name,
    role: member.role,
    company: { ...company, company_email: company.company_email ?? "" },
  };
});
