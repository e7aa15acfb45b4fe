import { domain, domainTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { lockCompany } from "../subscription/subscription.ts";
import { deactivateAddresses } from "./domain.ts";
import { domainName, isDefault } from "./domain_name.ts";

export const remove_domain = handler(domain.remove_domain, async (context, { domain_name: typed }) => {
  const { db, member, clock, defaultDomains } = context;
  const { company } = member;
  if (isDefault(typed, defaultDomains)) throw Refusal.invalid(domainTexts.defaultRemove);
  const domain_name = domainName(typed);
  await db.$transaction(async (tx) => {
    await lockCompany(tx, company);
    const { count } = await tx.domain.deleteMany({ where: { domain_name } });
    if (count === 0) throw Refusal.notFound(domainTexts.notFound);
    const now = clock();
    await deactivateAddresses(tx, now, { company, domain_name });
    await happened(tx, now, actorOf(context), [
      { type: "domain.removed", company, subject: domain_name, data: { domain_name } },
    ]);
  });
  return { success: true, message: domainTexts.removed };
});
