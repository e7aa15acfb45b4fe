import { domain, domainLine, domainTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf } from "../event/event.ts";
import { activeEmails, asDomain, settle } from "./domain.ts";
import { domainName, isDefault } from "./domain_name.ts";
import { look, txtName } from "./records.ts";

export const verify_domain = handler(domain.verify_domain, async (context, { domain: typed }) => {
  const { db, member, clock, throttle, defaultDomains } = context;
  if (isDefault(typed, defaultDomains)) throw Refusal.invalid(domainTexts.defaultVerify);
  const domain_name = domainName(typed);
  const row = await db.domain.findUnique({ where: { domain_name } });
  if (row === null) throw Refusal.notFound(domainTexts.notFound);
  await throttle.use(["domain_company", member.company]);

  const findings = await look(context, row);
  const now = clock();
  const settled = await db.$transaction((tx) => settle(tx, now, actorOf(context), row, findings));
  if (settled === undefined) throw Refusal.notFound(domainTexts.notFound);
  if (findings.TXT.status === "unanswered") throw Refusal.invalid(domainTexts.unanswered(domainLine(domain_name)));
  if (findings.TXT.status === "missing") throw Refusal.invalid(domainTexts.unproved(txtName(domain_name)));
  const counts = await activeEmails(db, member.company, [domain_name], now);
  const shown = asDomain(settled, counts.get(domain_name) ?? 0, context);
  return { success: true, message: domainTexts.verified, ...shown };
});
