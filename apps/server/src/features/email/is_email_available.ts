import { email, emailPrefix } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { isWithheld } from "../attempt/attempt.ts";
import { addressExists, isReserved, mayUse } from "./address.ts";

export const is_email_available = handler(email.is_email_available, async (context, { email: address }) => {
  const { rootDb, db, defaultDomains, member, clock } = context;
  const [, local, domain = ""] = /^([^@]+)@([^@]+)$/.exec(address) ?? [];
  const prefix = emailPrefix.safeParse(local);
  if (!prefix.success || isReserved(prefix.data, domain, context)) return false;
  if (!(await mayUse(db, domain, defaultDomains))) return false;
  const name = `${prefix.data}@${domain}`;
  const asked = { company: member.company, address: name, now: clock() };
  if (defaultDomains.includes(domain) && (await isWithheld(rootDb, asked))) return false;
  return !(await addressExists(rootDb, name));
});
