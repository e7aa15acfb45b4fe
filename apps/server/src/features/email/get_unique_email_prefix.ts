import { email } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { freePrefix, requireDomain } from "./address.ts";

export const get_unique_email_prefix = handler(email.get_unique_email_prefix, async (context, { domain }) => {
  await requireDomain(context.db, domain, context.defaultDomains);
  return freePrefix(context.rootDb, domain);
});
