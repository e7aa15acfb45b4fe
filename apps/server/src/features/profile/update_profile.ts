import { oneLine, profile, profileTexts, registerTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { type CompanyDatabase, ifTaken } from "../../database/database.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";

export const update_profile = handler(
  profile.update_profile,
  async ({ db, member }, { full_name, company_name, ...company }) => {
    const changesCompany = Object.values(company).some((value) => value !== undefined);
    // Members may see the company's details but not change them (requirement P54).
    if (changesCompany && member.role !== "Administrator") throw Refusal.forbidden();
    const renames = company_name != null && !(await isNameOf(db, member.company, company_name));
    if (renames && full_name === undefined && !changesCompany) {
      return { success: false, message: profileTexts.companyCannotChange };
    }
    const save = db.$transaction(async (tx) => {
      if (full_name !== undefined) await tx.member.update({ where: { name: member.name }, data: { full_name } });
      if (changesCompany) {
        const { company_email, ...details } = company;
        const email = company_email !== undefined && { company_email: company_email || null };
        await tx.company.update({
          where: { name: member.company },
          // Omitted fields are undefined, which Prisma accepts but its types do not.
          data: { ...details, ...email } as Prisma.CompanyUpdateInput,
        });
      }
    });
    await save.catch(ifTaken(() => Refusal.invalid(registerTexts.companyEmailTaken)));
    return { success: true, message: renames ? profileTexts.updatedWithoutCompany : profileTexts.updated };
  },
);

/** Whether it is the name that the company has, or empty, as a form sends a field that is left out. */
async function isNameOf(db: CompanyDatabase, name: string, given: unknown): Promise<boolean> {
  const { company_name } = await db.company.findUniqueOrThrow({ where: { name } });
  return typeof given === "string" && ["", company_name].includes(oneLine(given));
}
