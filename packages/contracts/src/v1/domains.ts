import * as z from "zod/mini";
import { described } from "../described.ts";
import { instant } from "../values.ts";
import { restCall } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** A domain on which the company makes addresses. */
export const DomainResource = z.object({
  domain_name: described("The domain, in ASCII.", z.string()),
  is_default: described("The platform's own, which every company may use.", z.boolean()),
  is_verified: described("Whether addresses can be made on it.", z.boolean()),
  mx_found: described("Whether mail for it came here at the last check.", z.boolean()),
  creation: described("Null for the platform's own.", z.nullable(instant)),
});
export type DomainResource = z.infer<typeof DomainResource>;

export const domains = {
  list: restCall("GET", "/api/v1/domains", {
    summary: "List domains",
    description: "The company's, the newest first, then the platform's.",
    scope: "domains:read",
    input: z.strictObject(paged),
    output: Page(DomainResource),
  }),
};
