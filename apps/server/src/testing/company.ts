import type { RootDatabase } from "../database/database.ts";

/** A company on the largest plan. @returns its name */
export async function createCompany(rootDb: RootDatabase, label: string): Promise<string> {
  const { name } = await rootDb.company.create({
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
