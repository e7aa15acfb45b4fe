import { domain, domainLine, domainTexts } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened, system } from "../event/event.ts";
import { useQuota } from "../subscription/quota.ts";
import { claimSlot } from "../subscription/subscription.ts";
import { asDomain, countedDomains, type DomainRow, deactivateAddresses, settle } from "./domain.ts";
import { domainName, written } from "./domain_name.ts";
import { type Findings, look, proofOf, tokenOf } from "./records.ts";

export const add_domain = handler(domain.add_domain, async (context, { domain: typed }) => {
  const name = written(typed);
  if (context.defaultDomains.includes(name)) throw Refusal.duplicate(domainTexts.isDefault(name));
  const parent = context.defaultDomains.find((one) => name.endsWith(`.${one}`));
  if (parent !== undefined) throw Refusal.duplicate(domainTexts.belowDefault(name, parent));
  const domain_name = domainName(typed);
  const row = newRow(context, domain_name);
  const added = (await add(context, row)) ?? (await takeOver(context, row));
  return { success: true, message: domainTexts.added, ...asDomain(added, 0, context) };
});

function newRow(context: MemberContext, domain_name: string) {
  const { member, clock } = context;
  const { company, name: owner } = member;
  const verification_token = tokenOf(context, company, domain_name);
  return { domain_name, company, owner, verification_token, creation: clock() };
}
type NewRow = ReturnType<typeof newRow>;

const addedEvent = ({ company, domain_name }: NewRow) =>
  ({ type: "domain.added", company, subject: domain_name, data: { domain_name } }) as const;

/** @returns undefined when another company has the name */
function add(context: MemberContext, row: NewRow): Promise<DomainRow | undefined> {
  const { domain_name, company, creation } = row;
  return context.db.$transaction(async (tx) => {
    if (await tx.domain.count({ where: { domain_name } }))
      throw Refusal.duplicate(domainTexts.twice(domainLine(domain_name)));
    await claimSlot(tx, company, countedDomains, creation);
    await useQuota(tx, context, company, "domain", creation);
    const [added] = await tx.domain.createManyAndReturn({ data: [row], skipDuplicates: true });
    // Another call of this company added the domain at the same time and claimed room first.
    if (added === undefined && (await tx.domain.count({ where: { domain_name } }))) {
      throw Refusal.duplicate(domainTexts.twice(domainLine(domain_name)));
    }
    if (added) await happened(tx, creation, actorOf(context), [addedEvent(row)]);
    return added;
  });
}

/**
 * A domain that another company has added but not verified goes to the company that proves it owns it, so that nobody
 * can keep a domain from its owner (decision 006).
 */
async function takeOver(context: MemberContext, row: NewRow): Promise<DomainRow> {
  const { rootDb, member, throttle } = context;
  const { domain_name } = row;
  const holder = await rootDb.domain.findUnique({ where: { domain_name } });
  if (holder?.is_verified) throw Refusal.duplicate(domainTexts.taken(domainLine(domain_name)));
  await throttle.use(["domain_company", member.company]);
  const findings = await look(context, row);
  if (findings.TXT.status !== "found") {
    throw Refusal.duplicate(domainTexts.claimed(domainLine(domain_name), proofOf(domain_name, row.verification_token)));
  }
  return move(context, row, findings);
}

const move = (context: MemberContext, row: NewRow, findings: Findings): Promise<DomainRow> =>
  context.rootDb.$transaction(async (tx) => {
    const { domain_name, company, creation: now } = row;
    await claimSlot(tx, company, countedDomains, now);
    await useQuota(tx, context, company, "domain", now);
    const holder = await tx.domain.findUnique({ where: { domain_name } });
    if (holder?.company === company) throw Refusal.duplicate(domainTexts.twice(domainLine(domain_name)));
    const { count } = await tx.domain.deleteMany({ where: { domain_name, is_verified: false } });
    if (holder !== null && count === 1) {
      await deactivateAddresses(tx, now, holder);
      const lost = { company: holder.company, subject: domain_name, data: { domain_name } };
      // Who proved it is none of the other company's business.
      await happened(tx, now, system, [{ type: "domain.taken_over", ...lost }]);
    }
    const [added] = await tx.domain.createManyAndReturn({ data: [row], skipDuplicates: true });
    if (added === undefined) throw Refusal.duplicate(domainTexts.taken(domainLine(domain_name)));
    await happened(tx, now, actorOf(context), [addedEvent(row)]);
    return (await settle(tx, now, actorOf(context), added, findings)) ?? added;
  });
