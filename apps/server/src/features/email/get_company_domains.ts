import { email } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { domainsOf } from "./address.ts";

export const get_company_domains = handler(email.get_company_domains, ({ db, defaultDomains }) =>
  domainsOf(db, defaultDomains),
);
