import { oneLine, profile, profileTexts, registerTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import type { CompanyDatabase } from "../../database/company_database.ts";
import { ifTaken } from "../../database/errors.ts";
import type { Company, Prisma } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, changesOf, happened } from "../event/event.ts";
import { changeCompany, changeMember } from "../member/member.ts";
import { companyNameOf } from "./profile.ts";

export const update_profile = handler(
  profile.update_profile,
  async (context, { full_name, company_name, ...company }) => {
    const { db, member, clock } = context;
    const changesCompany = Object.values(company).some((value) => value !== undefined);
    // Members may see the company's details but not change them (requirement P54).
    if (changesCompany && member.role !== "Administrator") throw Refusal.forbidden();
    const renames = company_name != null && !(await isNameOf(db, member.company, company_name));
    if (renames && full_name === undefined && !changesCompany) {
      return { success: false, message: profileTexts.companyCannotChange };
    }
    const save = db.$transaction(async (tx) => {
      const now = clock();
      if (full_name !== undefined) {
        await changeMember(tx, member.name, { full_name });
        const changes = changesOf({ full_name: member.full_name }, { full_name });
        const about = { company: member.company, subject: member.name, data: { full_name }, changes };
        await happened(tx, now, actorOf(context), [{ type: "profile.updated", ...about }]);
      }
      if (changesCompany) {
        const { company_email, ...details } = company;
        const email = company_email !== undefined && { company_email: company_email || null };
        // Omitted fields are undefined, which Prisma accepts but its types do not.
        const change = { ...details, ...email } as Prisma.CompanyUpdateInput;
        const [before, after] = await changeCompany(tx, member.company, change);
        const changes = changesOf(detailsOf(before), detailsOf(after));
        const about = { company: member.company, subject: member.company, data: {}, changes };
        await happened(tx, now, actorOf(context), [{ type: "company.updated", ...about }]);
      }
    });
    await save.catch(ifTaken(() => Refusal.invalid(registerTexts.companyEmailTaken)));
    return { success: true, message: renames ? profileTexts.updatedWithoutCompany : profileTexts.updated };
  },
);

/** What Administrators may change of their company, without its secret. */
const detailsOf = ({ company_email, company_size, industry, company_website, company_phone }: Company) => ({
  ...{ company_email, company_size, industry, company_website, company_phone },
});

/** Whether it is the name that the company has, or empty, as a form sends a field that is left out. */
async function isNameOf(db: CompanyDatabase, name: string, given: unknown): Promise<boolean> {
  return typeof given === "string" && ["", await companyNameOf(db, name)].includes(oneLine(given));
}
