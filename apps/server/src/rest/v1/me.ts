import { resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { companyNameOf } from "../../features/profile/profile.ts";

export const get = handler(resources.me.get, async ({ db, member }) => {
  const { name, full_name, role, company } = member;
  return {
    member: { name, full_name, role },
    company: { name: company, company_name: await companyNameOf(db, company) },
  };
});
