import type { Transaction } from "../../database/company_database.ts";
import type { Company, Member, PlanName, Prisma } from "../../generated/prisma/client.ts";
import { subscribe } from "../subscription/subscription.ts";

type NewCompany = Omit<Prisma.CompanyUncheckedCreateInput, "name">;

/** Founds a company on a plan. @returns its name @throws the database's error when its email is taken */
export async function addCompany(tx: Transaction, given: NewCompany, plan: PlanName): Promise<string> {
  const { name } = await tx.company.create({ data: given as Prisma.CompanyCreateInput });
  await subscribe(tx, name, { plan });
  return name;
}

/** Changes what is said of a company. @returns it before and after */
export async function changeCompany(
  tx: Transaction,
  name: string,
  data: Prisma.CompanyUpdateInput,
): Promise<[before: Company, after: Company]> {
  const before = await tx.company.findUniqueOrThrow({ where: { name } });
  return [before, await tx.company.update({ where: { name }, data })];
}

/** Makes somebody a member of a company. @throws the database's error when the email has an account */
export const addMember = (tx: Transaction, given: Prisma.MemberUncheckedCreateInput): Promise<Member> =>
  tx.member.create({ data: given });

export const changeMember = (
  tx: Transaction,
  name: string,
  data: Pick<Prisma.MemberUncheckedUpdateInput, "full_name" | "role" | "is_active" | "password_hash">,
): Promise<Member> => tx.member.update({ where: { name }, data });
