import { email, emailPrefix } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { addressExists, isReserved, mayUse } from "./address.ts";

export const is_email_available = handler(email.is_email_available, async (context, { email: address }) => {
  const { rootDb, db, defaultDomains } = context;
  const [, local, domain = ""] = /^([^@]+)@([^@]+)$/.exec(address) ?? [];
  const prefix = emailPrefix.safeParse(local);
  if (!prefix.success || isReserved(prefix.data, domain, context)) return false;
  if (!(await mayUse(db, domain, defaultDomains))) return false;
  return !(await addressExists(rootDb, `${prefix.data}@${domain}`));
});
