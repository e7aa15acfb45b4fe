import * as z from "zod/mini";
import { instant } from "../values.ts";
import { restCall } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** A domain on which the company makes addresses. */
export const DomainResource = z.object({
  domain_name: z.string(),
  /** The platform's own, which every company may use. */
  is_default: z.boolean(),
  is_verified: z.boolean(),
  /** Whether mail for it came here at the last check. */
  mx_found: z.boolean(),
  /** Null for the platform's own. */
  creation: z.nullable(instant),
});
export type DomainResource = z.infer<typeof DomainResource>;

export const domains = {
  /** The platform's domains on the first page, then the company's, the newest first. */
  list: restCall("GET", "/api/v1/domains", {
    summary: "List domains",
    scope: "domains:read",
    input: z.strictObject(paged),
    output: Page(DomainResource),
  }),
};
