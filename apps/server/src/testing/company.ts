import type { World } from "../database/database.ts";

/** A company on the largest plan. @returns its name */
export async function createCompany(world: World, label: string): Promise<string> {
  const { name } = await world.company.create({
    data: {
      company_name: `Company ${label}`,
      company_email: `hello-${label}@company.example`,
      company_size: "1-10",
      industry: "Software",
      company_website: "",
      company_phone: "",
      subscription: { create: { plan: "business" } },
    },
  });
  return name;
}
