import type { CompanyDatabase } from "../../database/company_database.ts";

export async function companyNameOf(db: CompanyDatabase, name: string): Promise<string> {
  const { company_name } = await db.company.findUniqueOrThrow({ where: { name } });
  return company_name;
}
